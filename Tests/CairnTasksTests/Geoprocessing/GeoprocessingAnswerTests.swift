import CairnCore
import CairnLocalServer
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// A server of tools that says of its jobs what is not so, or what nobody can read.
@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingAnswerTests {
    /// What says nothing of the job that was asked about.
    private static let useless = [
        "", "<html><body>Sign in to the network</body></html>", "{}", "null", "[]", #"{"jobStatus":"esriJobSucceeded"}"#,
        #"{"jobId":"another","jobStatus":"esriJobSucceeded","results":{}}"#,
        #"{"jobId":"another","jobStatus":"esriJobFailed"}"#, #"{"jobId":"ID"}"#, #"{"jobId":"ID","jobStatus":{}}"#,
        #"{"jobId":"ID","jobStatus":" "}"#, #"{"jobId":"../ID","jobStatus":"esriJobSucceeded"}"#,
        #"{"jobId":"ID","jobStatus":"esriJobSucceeded","results":{"..":{}}}"#,
        #"{"jobId":"ID","jobStatus":"esriJobSucceeded","results":{"a/b":{}}}"#,
    ]
    private let clock = ManualClock()

    private func job(
        _ site: ToolSite, _ transport: any HTTPTransport, clock: any Clock<Duration>
    ) throws -> Job<GeoprocessingWork> {
        var access = site.access
        access.transport = transport
        return try Job(site.work(), services: access, configuration: JobConfiguration(clock: clock, random: { 0.5 }))
    }

    /// A server that lies of how jobs stand.
    private func lying(_ site: ToolSite, times: Int, _ lie: String) -> StubTransport {
        StubTransport(LyingStatus(server: site.server, lie: lie, times: times).answer)
    }

    @Test(arguments: useless) func `what is of no use is asked again, and the job is not lost`(lie: String) async throws {
        let site = ToolSite()
        let job = try job(site, lying(site, times: 3, lie), clock: clock)
        let result = try await clock.driving { try await job.run() }
        #expect(try await result.output(named: "Echo") == .string("hello"))
        #expect(site.tool.runCount == 1 && job.serverJobIDs.count == 1)
    }

    @Test(arguments: useless) func `what stays of no use fails the job, which goes on where it was`(lie: String) async throws {
        let site = ToolSite()
        let transport = LyingStatus(server: site.server, lie: lie, times: .max)
        let job = try job(site, StubTransport(transport.answer), clock: clock)
        let outcome = await clock.driving { try? await job.run() }
        #expect(outcome == nil && job.status == .failed && job.record.failure?.isRetryable == true)
        #expect(job.record.failure?.message.contains("Try again") == true, "\(job.record.failure?.message ?? "")")
        #expect(clock.now.offset >= .seconds(600) && clock.now.offset < .seconds(720))
        transport.isLying.withLock { $0 = 0 }
        try job.retry()
        _ = try await clock.driving { try await job.output }
        #expect(site.tool.runCount == 1 && job.serverJobIDs.count == 1)
    }

    @Test func `an answer about another job does not count as its cancelling`() async throws {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let transport = LyingTransport.of(site.server, "cancel", times: 2, carriesOut: false) { _ in
            #"{"jobId":"another","jobStatus":"esriJobCancelled"}"#
        }
        var access = site.access
        access.transport = transport
        let job = try Job(site.work(), services: access, configuration: ToolSite.configuration())
        try job.start()
        for await message in job.messageUpdates where message.text == "Begun" { break }
        try await site.clock.driving { try await job.cancelAndWait() }
        let client = ServiceClient(url: site.url, transport: site.server)
        #expect(try await client.call("jobs/\(job.serverJobIDs[0])")["jobStatus"] == "esriJobCancelled")
    }

    @Test(arguments: [
        ("esri_job_succeeded", GeoprocessingJobState.succeeded), ("Succeeded", .succeeded), ("JOBSUCCEEDED", .succeeded),
        ("esriJobCanceled", .cancelled), ("esriJobCanceling", .cancelling), ("Timed Out", .timedOut), ("failed", .failed),
    ]) func `a state is known in all the ways in which it is written`(text: String, state: GeoprocessingJobState) {
        #expect(GeoprocessingJobState(rawValue: text) == state)
    }

    @Test(arguments: [
        "../../elsewhere/results/Echo", "http://elsewhere.example/results/Echo", "/results/Echo", "results/../../Echo",
        "results/%2e%2e", "results/Echo/more", "", "results%2FEcho",
    ]) func `a place that is none of the job's is not asked`(path: String) async throws {
        let site = ToolSite()
        let told = JSONValue.string(path).text()
        let lie = #"{"jobId":"ID","jobStatus":"esriJobSucceeded","results":{"Echo":{"paramUrl":\#(told)}}}"#
        let transport = LyingStatus(server: site.server, lie: lie, times: .max, onceEnded: true)
        let stub = StubTransport(transport.answer)
        let job = try job(site, stub, clock: clock)
        let result = try await clock.driving { try await job.run() }
        #expect(try await result.output(named: "Echo") == .string("hello"))
        #expect(stub.requests.last?.url.path().hasSuffix("/jobs/\(job.serverJobIDs[0])/results/Echo") == true)
    }

    @Test func `another output than the one asked for is refused`() async throws {
        let site = ToolSite()
        let transport = LyingTransport.of(site.server, "results/Echo", times: 1) { _ in
            #"{"paramName":"Other","dataType":"GPString","value":"wrong"}"#
        }
        let result = try await clock.driving { try await job(site, transport, clock: clock).run() }
        await #expect { try await result.output(named: "Echo") } throws: { "\($0)".contains("another output") }
        #expect(try await result.output(named: "Echo") == .string("hello"))
    }

    @Test(arguments: [404, 400, 500]) func `a page of a gateway does not say that the server has no such job`(status: Int)
        async throws
    {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let page = HTTPResponse(status: status, headers: [:], body: Data("<html>Not here</html>".utf8))
        let left = Mutex(3)
        let transport = StubTransport { [server = site.server] request in
            let isAsked =
                request.url.path().contains("/jobs/")
                && left.withLock { left in
                    defer { left = max(0, left - 1) }
                    return left > 0
                }
            return isAsked ? page : try await server.send(request)
        }
        let job = try job(site, transport, clock: clock)
        try job.start()
        await clock.driving { for await message in job.messageUpdates where message.text == "Begun" { break } }
        left.withLock { $0 = 5 }
        var access = site.access
        (access.transport, access.clock) = (transport, clock)
        let (id, ended) = (job.serverJobIDs[0], access)
        try await clock.driving { try await site.work().cancelServerJobs([id], services: ended) }
        let client = ServiceClient(url: site.url, transport: site.server)
        #expect(try await client.call("jobs/\(id)")["jobStatus"] == "esriJobCancelled")
        _ = await clock.driving { await job.result }
        #expect(job.status == .failed && site.tool.runCount == 1)
    }

    @Test(arguments: [true, false]) func `a job that is cancelled, and whose beginning was never answered, is not told to be`(
        isLate: Bool
    ) async throws {
        let site = ToolSite(isOpen: false)
        let (sent, going) = (Gate(), Gate())
        let transport = StubTransport { [server = site.server] request in
            let answer = try await server.send(request)
            guard request.url.lastPathComponent == "submitJob" else { return answer }
            sent.open()
            await going.passUncancelled()
            throw TransportError(.connectionLost, url: request.url)
        }
        let job = try Job(site.work(), services: ServiceAccess(credentials: CredentialStore(), transport: transport))
        try job.start()
        try await sent.pass()
        if isLate {
            going.open()
            _ = await job.result
            #expect(job.status == .failed)
        } else {
            job.cancel()
            going.open()
        }
        await #expect {
            try await job.cancelAndWait()
        } throws: {
            guard case .cancellationUnconfirmed(let ids)? = $0 as? JobError else { return false }
            return ids.count == 1 && ids[0].contains("whose answer was lost")
        }
        #expect(job.status == .canceled && job.messages.contains { $0.text.contains("may still run there") })
        // So it is told by the record.
        #expect(try JobRecord(json: job.record.json).unconfirmedServerJobIDs.count == 1)
        site.admission.open()
        site.tool.gate.open()
    }

    @Test func `a submission is known by its id alone`() async throws {
        let site = ToolSite()
        let transport = LyingTransport.of(site.server, "submitJob") { #"{"jobId":\#($0["jobId"]?.text() ?? "")}"# }
        let result = try await clock.driving { try await job(site, transport, clock: clock).run() }
        #expect(try await result.output(named: "Echo") == .string("hello") && site.tool.runCount == 1)
    }

    @Test func `a failure that is told of a submission leaves open whether there is a job`() async throws {
        let site = ToolSite()
        let transport = LyingTransport.of(site.server, "submitJob", times: 1) { _ in
            #"{"error":{"code":500,"message":"Error submitting job"}}"#
        }
        let job = try job(site, transport, clock: clock)
        await #expect { try await job.run() } throws: {
            guard case .outcomeUnknown(_, let reason)? = $0 as? GeoprocessingError else { return false }
            return reason.contains("Error submitting job")
        }
        try job.retry()
        _ = try await clock.driving { try await job.output }
        #expect(job.messages.contains { $0.text.contains("There may be a job on the server") })
    }
}

/// How jobs stand, told wrongly a number of times.
private final class LyingStatus: Sendable {
    let isLying: Mutex<Int>
    private let server: LocalServer
    private let lie: String
    private let onceEnded: Bool

    /// - Parameters:
    ///   - lie: With `ID` for the job's.
    ///   - onceEnded: Whether the truth is told until a job has ended.
    init(server: LocalServer, lie: String, times: Int, onceEnded: Bool = false) {
        (self.server, self.lie, self.onceEnded) = (server, lie, onceEnded)
        isLying = Mutex(times)
    }

    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let truth = try await server.send(request)
        let steps = request.url.pathComponents
        guard let id = steps.last, steps.dropLast().last == "jobs" else { return truth }
        if onceEnded, try JSONValue(parsing: truth.body)["jobStatus"] != "esriJobSucceeded" { return truth }
        let lies = isLying.withLock { left in
            defer { left = max(0, left - 1) }
            return left > 0
        }
        guard lies else { return truth }
        return HTTPResponse(
            headers: ["content-type": "application/json"], body: Data(lie.replacing("ID", with: id).utf8))
    }
}
