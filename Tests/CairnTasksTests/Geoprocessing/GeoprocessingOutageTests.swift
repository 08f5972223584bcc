import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingOutageTests {
    private let clock = ManualClock()

    private var configuration: JobConfiguration { JobConfiguration(clock: clock, random: { 0.5 }) }

    private func started(_ site: ToolSite) async throws -> Job<GeoprocessingWork> {
        let job = try Job(site.work(), services: site.access, configuration: configuration)
        try job.start()
        await clock.driving { for await message in job.messageUpdates where message.text == "Begun" { break } }
        return job
    }

    private func site() -> ToolSite {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        return site
    }

    @Test func `nine minutes without the server are ridden out`() async throws {
        let site = site()
        let job = try await started(site)
        site.server.faults.inject(.drop, times: 1_000_000)
        await clock.advance(by: .seconds(540), awaiting: 1)
        #expect(job.status == .started)
        site.server.faults.clear()
        site.tool.gate.open()
        let result = try await clock.driving { try await job.output }
        #expect(result.outputNames == ["Echo", "File"] && site.tool.runCount == 1)
    }

    @Test func `eleven minutes fail the job, which goes on where it was when it is retried`() async throws {
        let site = site()
        let job = try await started(site)
        site.server.faults.inject(.drop, times: 1_000_000)
        await #expect {
            try await clock.driving { try await job.output }
        } throws: {
            if case .outage? = $0 as? JobError { true } else { false }
        }
        #expect(clock.now.offset >= .seconds(600) && clock.now.offset < .seconds(720))
        #expect(job.record.failure?.isRetryable == true)
        site.server.faults.clear()
        site.tool.gate.open()
        try job.retry()
        let result = try await clock.driving { try await job.output }
        #expect(result.outputNames == ["Echo", "File"] && site.tool.runCount == 1 && job.serverJobIDs.count == 1)
    }

    @Test func `tokens that expire in the middle of it are renewed`() async throws {
        let site = ToolSite(isOpen: false, users: ["ann": "a long password"])
        site.admission.open()
        let tokenURL = URL(string: "http://localhost/arcgis/tokens/generateToken")!
        let credential = TokenCredential(
            username: "ann", password: "a long password", server: site.url, tokenURL: tokenURL, transport: site.server)
        var access = site.access
        access.credentials = CredentialStore([credential])
        let job = try Job(site.work(), services: access, configuration: configuration)
        try job.start()
        await clock.driving { for await message in job.messageUpdates where message.text == "Begun" { break } }
        site.server.expireTokens()
        await clock.sleepers(atLeast: 1)
        clock.advanceToNextDeadline()
        await clock.sleepers(atLeast: 1)
        site.server.expireTokens()
        site.tool.gate.open()
        let result = try await clock.driving { try await job.output }
        #expect(try await result.output(named: "Echo") == .string("hello"))
        #expect(!job.record.json.text().contains("a long password"))
    }
}
