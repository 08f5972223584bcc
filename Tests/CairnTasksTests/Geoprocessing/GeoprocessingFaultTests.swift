import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// One that a Local Server shows.
private typealias ServerFault = CairnLocalServer.Fault

/// Every fault that a Local Server shows, in every operation.
@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingFaultTests {
    private static let faults: [ServerFault] = [
        .drop, .status(502), .status(503, retryAfter: 2), .status(504), .status(404), .status(500), .truncate(afterBytes: 5),
        .truncate(afterBytes: 0), .expiredToken, .serviceError(code: 500, message: "Out of order"), .delay(.seconds(1)),
    ]
    /// Of these it is known that the tool was not asked, or nothing is wrong at all.
    private static let harmless: [ServerFault] = [.status(503, retryAfter: 2), .delay(.seconds(1))]
    /// After these nobody knows.
    private static let lost: [ServerFault] = [
        .drop, .status(502), .status(504), .status(500), .truncate(afterBytes: 5), .truncate(afterBytes: 0),
    ]
    /// After this nobody knows of a submission; of a tool that was executed it is known that it has failed.
    private static let failure: ServerFault = .serviceError(code: 500, message: "Out of order")

    private let clock = ManualClock()

    private func job(_ site: ToolSite, _ type: GeoprocessingExecutionType = .asynchronousSubmit) throws -> Job<GeoprocessingWork>
    {
        try Job(
            site.work("hello", type), services: site.access, configuration: JobConfiguration(clock: clock, random: { 0.5 }))
    }

    private func outcome(_ job: Job<GeoprocessingWork>) async throws -> Result<GeoprocessingResult, any Error> {
        try job.retry()
        return await clock.driving { await job.result }
    }

    private func site(_ type: GeoprocessingExecutionType = .asynchronousSubmit) -> ToolSite {
        ToolSite(type: type, faultClock: clock)
    }

    @Test(arguments: faults) func `a submission is sent once, whatever becomes of its answer`(fault: CairnLocalServer.Fault)
        async throws
    {
        let site = site()
        site.server.faults.inject(fault, into: "submitJob")
        let job = try job(site)
        let first = try await outcome(job)
        if Self.harmless.contains(fault) {
            _ = try first.get()
            return #expect(site.tool.runCount == 1)
        }
        let warning = job.messages.filter { $0.text.contains("asked to begin before") }.count
        #expect(job.status == .failed && warning == 0 && job.serverJobIDs.isEmpty)
        let isLost = Self.lost.contains(fault) || [Self.failure, .status(404)].contains(fault)
        if isLost {
            #expect { try first.get() } throws: {
                if case .outcomeUnknown? = $0 as? GeoprocessingError { true } else { false }
            }
            #expect(job.record.failure?.isRetryable == true)
        }
        _ = try await outcome(job).get()
        // Told only where there may be another one.
        #expect(job.messages.contains { $0.text.contains("asked to begin before") } == isLost)
    }

    @Test(arguments: faults) func `what goes wrong while a job is looked at loses nothing`(fault: CairnLocalServer.Fault)
        async throws
    {
        let site = ToolSite(isOpen: false, faultClock: clock)
        site.admission.open()
        let job = try job(site)
        try job.start()
        await clock.driving { for await message in job.messageUpdates where message.text == "Begun" { break } }
        site.server.faults.inject(fault, into: job.serverJobIDs[0])
        site.tool.gate.open()
        let first = await clock.driving { await job.result }
        if case .failure = first { _ = try await outcome(job).get() }
        #expect(job.status == .succeeded && site.tool.runCount == 1 && job.serverJobIDs.count == 1)
        let passes: [ServerFault] =
            [.drop, .status(502), .status(504), .truncate(afterBytes: 5), .truncate(afterBytes: 0)] + Self.harmless
        if passes.contains(fault) { _ = try first.get() }
    }

    @Test(arguments: faults) func `a tool that is executed is asked once`(fault: CairnLocalServer.Fault) async throws {
        let transport = Executing(clock: clock)
        let task = GeoprocessingTask(
            url: URL(string: "http://localhost/arcgis/rest/services/Plain/GPServer/Double")!, transport: transport.server)
        try await task.load()
        transport.server.faults.inject(fault, into: "execute")
        let parameters = GeoprocessingParameters(executionType: .synchronousExecute, inputs: ["Number": .double(2)])
        let result: Result<GeoprocessingResult, any Error>
        do { result = .success(try await clock.driving { try await task.execute(using: parameters) }) } catch {
            result = .failure(error)
        }
        if fault == .delay(.seconds(1)) {
            #expect(try result.get().outputs == ["Twice": .double(4)])
        } else if Self.lost.contains(fault) {
            #expect { try result.get() } throws: {
                if case .outcomeUnknown? = $0 as? GeoprocessingError { true } else { false }
            }
        } else {
            #expect(throws: ServiceError.self) { try result.get() }
        }
        #expect(transport.tool.count <= 1)
    }

    /// A tool that doubles, and counts.
    private struct Executing {
        let tool = Doubling()
        let server: LocalServer

        init(clock: ManualClock) {
            server = LocalServer(tools: ["Plain": PublishedTools([tool], executionType: .synchronousExecute)], clock: clock)
        }
    }

    private final class Doubling: GeoprocessingTool {
        let name = "Double"
        let parameters = [
            GeoprocessingParameterInfo("Number", .double),
            GeoprocessingParameterInfo("Twice", .double, direction: .output, requirement: .derived),
        ]
        private let runs = Counter()
        var count: Int { runs.count }

        @concurrent
        func run(_ inputs: [String: GeoprocessingValue], in context: ToolContext) async throws -> [String: GeoprocessingValue] {
            _ = runs.next()
            return ["Twice": .double(2 * (inputs["Number"]?.double ?? .nan))]
        }
    }

    @Test(arguments: faults) func `a description, a result or an upload is right or refused`(fault: CairnLocalServer.Fault)
        async throws
    {
        let site = site()
        let result = try await clock.driving { try await site.job().run() }
        site.server.faults.inject(fault, into: "Echo")
        if let value = try? await clock.driving({ try await result.output(named: "Echo") }) { #expect(value == .string("hello")) }
        site.server.faults.clear()
        site.server.faults.inject(fault, into: "Wait")
        let task = GeoprocessingTask(url: site.url, transport: site.server)
        if (try? await clock.driving({ try await task.load() })) != nil { #expect(task.info?.inputs.count == 2) }
        site.server.faults.clear()
        site.server.faults.inject(fault, into: "upload")
        let uploads = ServiceUploads(url: site.url.deletingLastPathComponent(), transport: site.server)
        if let item = try? await clock.driving({ try await uploads.upload(Data("x".utf8), named: "x.txt") }) {
            #expect(item.name == "x.txt")
        }
        site.server.faults.clear()
        #expect(try await uploads.upload(Data("x".utf8), named: "x.txt").name == "x.txt")
    }

    @Test func `a process that dies before the answer has come leaves at most one job, and says so`() async throws {
        let site = site()
        let answer = Gate()
        let transport = StubTransport { [server = site.server] request in
            let response = try await server.send(request)
            if request.url.lastPathComponent == "submitJob" { try await answer.pass() }
            return response
        }
        var access = site.access
        access.transport = transport
        let job = try Job(site.work(), services: access, configuration: JobConfiguration(store: MemoryJobStore()))
        try job.start()
        await answer.waiting(for: 1)
        // What the store has at this moment is what the next process finds.
        let record = try JobRecord(json: job.record.json)
        let next = try Job<GeoprocessingWork>(restoring: record, configuration: ToolSite.configuration()) { site.access }
        #expect(try await next.run().outputNames == ["Echo", "File"])
        #expect(next.messages.contains { $0.severity == .warning && $0.text.contains("There may be a job on the server") })
        #expect(site.tool.runCount == 2)
        answer.open()
        _ = await job.result
    }
}
