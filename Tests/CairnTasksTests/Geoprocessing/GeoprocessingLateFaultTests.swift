import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What goes wrong once a tool has begun: while it is cancelled, while its files come, and when its server is gone.
@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingLateFaultTests {
    private static let faults: [CairnLocalServer.Fault] = [
        .drop, .status(502), .status(503, retryAfter: 2), .status(504), .status(404), .status(500), .truncate(afterBytes: 5),
        .truncate(afterBytes: 0), .expiredToken, .serviceError(code: 500, message: "Out of order"), .delay(.milliseconds(1)),
    ]
    /// What is over when it is asked again.
    private static let passing: [CairnLocalServer.Fault] = [
        .drop, .status(502), .status(503, retryAfter: 2), .status(504), .truncate(afterBytes: 5), .truncate(afterBytes: 0),
        .delay(.milliseconds(1)),
    ]
    private let clock = ManualClock()

    private func begin(_ job: Job<GeoprocessingWork>) async throws {
        try job.start()
        await clock.driving { for await message in job.messageUpdates where message.text == "Begun" { break } }
    }

    private func site() -> ToolSite {
        let site = ToolSite(isOpen: false, faultClock: clock)
        site.admission.open()
        return site
    }

    @Test(arguments: faults, ["cancel", "job"])
    func `a job is cancelled on its server, whatever goes wrong meanwhile, or it is told that nobody knows`(
        fault: CairnLocalServer.Fault, operation: String
    ) async throws {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let job = try Job(site.work(), services: site.access, configuration: ToolSite.configuration())
        try await begin(job)
        let id = job.serverJobIDs[0]
        site.server.faults.inject(fault, into: operation == "job" ? id : operation)
        let result = await site.clock.driving { await Result { try await job.cancelAndWait() } }
        #expect(job.status == .canceled)
        site.server.faults.clear()
        let state = try await ServiceClient(url: site.url, transport: site.server).call("jobs/\(id)")["jobStatus"]?.string
        switch result {
        case .success: #expect(state == "esriJobCancelled")
        case .failure(let error):
            #expect(!Self.passing.contains(fault) && error as? JobError == .cancellationUnconfirmed(serverJobIDs: [id]))
        }
    }

    @Test func `a job is not taken for cancelled while its server is at it`() async throws {
        let asked = Mutex(0)
        let transport = StubTransport { request in
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            let state = count < 5 ? "esriJobCancelling" : "esriJobCancelled"
            return .json(#"{"jobId":"j1","jobStatus":"\#(state)"}"#)
        }
        let site = ToolSite()
        var access = site.access
        access.transport = transport
        let work = try site.work()
        let services = access
        try await site.clock.driving { try await work.cancelServerJobs(["j1"], services: services) }
        #expect(asked.withLock(\.self) == 5)
    }

    @Test(arguments: faults) func `a file comes whole or not at all`(fault: CairnLocalServer.Fault) async throws {
        let site = ToolSite(faultClock: clock)
        let result = try await site.job().run()
        let file = try #require(try await result.output(named: "File").dataFile)
        let place = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).txt")
        defer { try? FileManager.default.removeItem(at: place) }
        site.server.faults.inject(fault, into: "echo file.txt")
        let outcome = await clock.driving {
            await Result { try await file.download(to: place, transport: site.server, credential: CredentialStore()) }
        }
        if case .failure = outcome {
            #expect(!FileManager.default.fileExists(atPath: place.path))
            try await file.download(to: place, transport: site.server, credential: CredentialStore())
        }
        #expect(try Data(contentsOf: place) == Data(repeating: 120, count: 100_000))
    }

    @Test func `a server that is gone for eleven minutes fails the job, which goes on where it was with the next one`()
        async throws
    {
        let site = site()
        let address = try await site.server.start()
        let url = site.server.url(of: "Tools", .gpServer, at: address).appending(path: "Wait")
        var access = site.access
        (access.clock, access.transport) = (clock, .standard)
        let work = GeoprocessingWork(task: try ServiceURL(url), parameters: site.parameters())
        let job = try Job(work, services: access, configuration: JobConfiguration(clock: clock, random: { 0.5 }))
        try await begin(job)
        await site.server.crash()
        await #expect {
            try await clock.driving { try await job.output }
        } throws: {
            if case .outage? = $0 as? JobError { true } else { false }
        }
        #expect(clock.now.offset >= .seconds(600) && clock.now.offset < .seconds(720))
        try await site.server.start(port: UInt16(try #require(address.port)))
        site.tool.gate.open()
        try job.retry()
        let result = try await clock.driving { try await job.output }
        #expect(try await result.output(named: "Echo") == .string("hello"))
        #expect(site.tool.runCount == 1 && job.serverJobIDs.count == 1)
        await site.server.stop()
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
