import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What a job has to say, as old callers read it.
@Suite(.timeLimit(.minutes(10)))
struct JobMessageTests {
    /// Says one thing, and then another, when gates let it.
    private struct Saying: JobWork {
        static let kind = "test.saying"
        final class Services: Sendable { let (before, after) = (Gate(), Gate()) }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            try await context.services.before.pass()
            context.post("the first word")
            try await context.services.after.pass()
            context.post("the second word")
            return 1
        }
    }

    /// Fails with words, some time after others.
    private struct Breaking: JobWork {
        static let kind = "test.breaking"
        struct Trouble: LocalizedError { var errorDescription: String? { "The bridge is closed." } }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            context.post("the bridge looks weak", severity: .warning)
            throw Trouble()
        }
    }

    /// Says something of each kind for either source.
    private struct Chorus: JobWork {
        static let kind = "test.chorus"

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            for source in [JobMessage.Source.client, .service] {
                for severity in [JobMessage.Severity.info, .warning, .error] {
                    context.post("\(source) \(severity)", severity: severity, source: source)
                }
            }
            return 1
        }
    }

    private func outcome(_ job: AGSJob) async -> NSError? {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Any?, error) in continuation.resume(returning: error as NSError?) }
        }
    }

    @Test func `who is told of a message finds it in that very call, and no other`() async throws {
        let (services, told) = (Saying.Services(), Told())
        let job = AGSJob(try Job(Saying(), services: services))
        let hasEnded = Gate()
        job.start(statusHandler: { status in told.add("\(status.rawValue) \(job.messages.map(\.message))") }) { (_: Any?, _) in
            hasEnded.open()
        }
        await services.before.waiting(for: 1)
        await told.wait(for: 1)
        #expect(told.entries == ["\(AGSJobStatus.started.rawValue) []"])
        services.before.open()
        // Nothing else can be said or change while the work stands at the second gate.
        await services.after.waiting(for: 1)
        await told.wait(for: 2)
        #expect(told.entries.count == 2 && told.entries[1].hasSuffix(#"["the first word"]"#))
        services.after.open()
        try await hasEnded.pass()
        #expect(told.entries.last?.hasSuffix(#"["the first word", "the second word"]"#) == true)
    }

    @Test func `a message is of the moment at which it was said`() async throws {
        let services = Saying.Services()
        let job = AGSJob(try Job(Saying(), services: services))
        let (before, hasEnded) = (Date(), Gate())
        job.start(statusHandler: nil) { (_: Any?, _) in hasEnded.open() }
        services.before.open()
        await services.after.waiting(for: 1)
        let between = Date()
        services.after.open()
        try await hasEnded.pass()
        try #require(job.messages.count == 2)
        #expect(Self.isIn(before, between, job.messages[0]) && Self.isIn(between, Date(), job.messages[1]))
    }

    /// Moments are kept to the microsecond.
    private static func isIn(_ from: Date, _ to: Date, _ message: AGSJobMessage) -> Bool {
        message.timestamp >= from.addingTimeInterval(-1e-6) && message.timestamp <= to.addingTimeInterval(1e-6)
    }

    @Test func `each message is as serious as it was said, and of who said it`() async throws {
        let job = AGSJob(try Job(Chorus()))
        #expect(await outcome(job) == nil)
        #expect(
            job.messages.map(\.message) == [
                "client info", "client warning", "client error", "service info", "service warning", "service error",
            ])
        #expect(job.messages.map(\.severity) == [.info, .warning, .error, .info, .warning, .error])
        #expect(job.messages.map(\.source) == [.client, .client, .client, .service, .service, .service])
    }

    @Test func `what a server says is a server's, in its words, of the moment at which it came`() async throws {
        let server = LocalServer(tools: ["Tools": PublishedTools([MurmuringTool()], executionType: .asynchronousSubmit)])
        let tool = URL(string: "http://local/arcgis/rest/services/Tools/GPServer/Murmur")!
        let task = AGSGeoprocessingTask(GeoprocessingTask(url: tool, transport: server))
        let job = task.geoprocessingJob(with: AGSGeoprocessingParameters(executionType: .asynchronousSubmit))
        let before = Date()
        #expect(await outcome(job) == nil)
        let own = job.messages.filter { MurmuringTool.words.contains($0.message) }
        #expect(own.map(\.message) == MurmuringTool.words && own.allSatisfy { $0.source == .service })
        #expect(own.map(\.severity) == [.info, .warning, .error])
        let after = Date()
        #expect(own.allSatisfy { Self.isIn(before, after, $0) })
    }

    @Test func `what has made a job fail is its last message, in the words of its error, and the only serious one`() async throws
    {
        let job = AGSJob(try Job(Breaking()))
        let error = await outcome(job)
        let last = try #require(job.messages.last)
        #expect(job.messages.map(\.severity) == [.warning, .error] && last.source == .client)
        #expect(last.message == "The bridge is closed." && error?.localizedDescription == last.message)
        #expect(job.error?.localizedDescription == last.message)
    }

    @Test func `what a server has refused is in the message and in the error`() async throws {
        let url = URL(string: "https://tools.example/arcgis/rest/services/G/GPServer/T")!
        let stub = StubTransport { _ in .json(#"{"error":{"code":400,"message":"The bridge is not known"}}"#) }
        let job = AGSGeoprocessingTask(GeoprocessingTask(url: url, transport: stub)).geoprocessingJob(
            with: AGSGeoprocessingParameters(executionType: .asynchronousSubmit))
        let error = await outcome(job)
        let last = try #require(job.messages.last)
        #expect(error?.domain == AGSServicesErrorDomain && last.severity == .error)
        #expect(last.message.contains("The bridge is not known") && job.error?.localizedDescription == last.message)
    }
}

/// Says something of each kind.
private struct MurmuringTool: GeoprocessingTool {
    static let words = ["the road is good", "the road is narrow", "the road is gone"]
    let name = "Murmur"
    let displayName = "Murmurs"
    let description = "Says something of each kind."
    let parameters = [GeoprocessingParameterInfo("Text", .string, direction: .output, requirement: .derived)]

    @concurrent func run(
        _ inputs: [String: GeoprocessingValue], in context: ToolContext
    ) async throws -> [String: GeoprocessingValue] {
        for (word, severity) in zip(Self.words, [JobMessage.Severity.info, .warning, .error]) {
            context.post(word, severity: severity)
        }
        return ["Text": .string("said")]
    }
}
