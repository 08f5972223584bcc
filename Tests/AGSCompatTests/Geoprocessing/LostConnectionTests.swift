import AGSCompat
import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// A server that cannot be reached any more, as old callers see it.
@Suite(.timeLimit(.minutes(10)))
struct LostConnectionTests {
    private static let tool = URL(string: "http://local/arcgis/rest/services/Tools/GPServer/Echo")!

    private let clock = ManualClock()
    private let gate = Gate()
    private let hasEnded = Level<NSErrorWords?>(nil)
    private let server: LocalServer

    private struct NSErrorWords: Sendable, Equatable {
        let domain: String
        let code: Int
        let text: String
    }

    init() {
        server = LocalServer(tools: [
            "Tools": PublishedTools([EchoTool(gate: gate, givesReport: true)], executionType: .asynchronousSubmit)
        ])
    }

    /// A job that runs on the server, and will find it gone.
    private func jobOfLostServer(_ told: Told) async throws -> AGSGeoprocessingJob {
        let parameters = GeoprocessingParameters(executionType: .asynchronousSubmit, inputs: ["Text": .string("ü")])
        let job = AGSGeoprocessingJob(
            try GeoprocessingTask(url: Self.tool, transport: server).makeJob(
                parameters: parameters, configuration: JobConfiguration(clock: clock, random: { 0.5 })))
        job.start(statusHandler: { told.add("\($0.rawValue)") }) { [hasEnded] (_: AGSGeoprocessingResult?, error) in
            let error = error as NSError?
            hasEnded.send(
                NSErrorWords(domain: error?.domain ?? "", code: error?.code ?? 0, text: error?.localizedDescription ?? ""))
        }
        await gate.waiting(for: 1)
        await clock.sleepers(atLeast: 1)
        server.faults.inject(.drop, times: 1_000_000)
        return job
    }

    /// Lets time pass until something has happened.
    private func letTimePass<Value: Sendable>(until operation: () async throws -> Value) async rethrows -> Value {
        let driver = Task { [clock] in
            while !Task.isCancelled {
                await clock.sleepers(atLeast: 1)
                clock.advanceToNextDeadline()
                await Task.yield()
            }
        }
        defer { driver.cancel() }
        return try await operation()
    }

    private var end: NSErrorWords? {
        get async {
            for await end in hasEnded.values { if let end { return end } }
            return nil
        }
    }

    @Test func `after more than ten minutes without a connection the job has failed, and says that it was lost`() async throws {
        let told = Told()
        let job = try await jobOfLostServer(told)
        let end = try #require(await letTimePass { await self.end })
        #expect(end.domain == AGSErrorDomain && end.code == AGSErrorCode.commonTimeout.rawValue)
        #expect(end.text.contains("connection") && end.text.contains("lost") && end.text.contains("600 s"), "\(end.text)")
        #expect(clock.now.offset >= .seconds(600) && clock.now.offset < .seconds(720))
        #expect(job.status == .failed && job.result == nil && told.entries.last == "4" && !told.entries.contains("3"))
        let error = job.error as NSError?
        #expect(error?.code == end.code && error?.domain == end.domain && error?.localizedDescription == end.text)
        let last = try #require(job.messages.last)
        #expect(last.severity == .error && last.message == end.text)
    }

    @Test func `nine minutes without a connection are a warning, and the job goes on`() async throws {
        let told = Told()
        let job = try await jobOfLostServer(told)
        await clock.advance(by: .seconds(540), awaiting: 1)
        #expect(job.status == .started && job.error == nil && hasEnded.value == nil)
        let warnings = job.messages.filter { $0.severity == .warning }
        #expect(warnings.count == 1 && warnings[0].message.contains("connection") && warnings[0].source == .client)
        server.faults.clear()
        gate.open()
        let end = try #require(await letTimePass { await self.end })
        #expect(end == NSErrorWords(domain: "", code: 0, text: "") && job.status == .succeeded && told.entries.last == "3")
        #expect((job.result?.outputs["Text_Out"] as? AGSGeoprocessingString)?.value == "ü")
    }
}
