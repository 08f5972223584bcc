import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingCancellationTests {
    /// How a job stands on the server.
    private func state(_ id: String, _ site: ToolSite) async throws -> String? {
        let client = ServiceClient(url: site.url, transport: site.server)
        return try await client.call("jobs/\(id)")["jobStatus"]?.string
    }

    private func begun(_ job: Job<GeoprocessingWork>) async throws {
        try job.start()
        for await message in job.messageUpdates where message.text == "Begun" { break }
    }

    @Test func `one that is being done is cancelled on the server`() async throws {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let job = try site.job()
        try await begun(job)
        try await site.clock.driving { try await job.cancelAndWait() }
        #expect(job.status == .canceled)
        #expect(try await state(job.serverJobIDs[0], site) == "esriJobCancelled")
    }

    @Test func `one that waits for its turn is cancelled on the server`() async throws {
        let site = ToolSite(isOpen: false, running: 1)
        site.admission.open()
        let (first, second) = (try site.job(), try site.job())
        try await begun(first)
        try second.start()
        for await message in second.messageUpdates where message.text == "Submitted." { break }
        try await site.clock.driving { try await second.cancelAndWait() }
        #expect(try await state(second.serverJobIDs[0], site) == "esriJobCancelled" && site.tool.runCount == 1)
        try await site.clock.driving { try await first.cancelAndWait() }
    }

    @Test func `one that is only submitted refuses, and is asked again until it can be cancelled`() async throws {
        let site = ToolSite(isOpen: false)
        let job = try site.job()
        try job.start()
        for await message in job.messageUpdates where message.text == "Submitted." { break }
        job.cancel()
        // It has refused three times.
        for _ in 0..<3 {
            await site.clock.sleepers(atLeast: 1)
            site.clock.advanceToNextDeadline()
        }
        #expect(try await state(job.serverJobIDs[0], site) == "esriJobSubmitted" && job.status == .canceling)
        site.admission.open()
        try await site.clock.driving { try await job.waitUntilFinished() }
        #expect(job.status == .canceled && job.record.unconfirmedServerJobIDs.isEmpty)
        #expect(try await state(job.serverJobIDs[0], site) == "esriJobCancelled")
    }

    @Test func `a server that refuses for ever is told of`() async throws {
        let site = ToolSite(isOpen: false)
        let job = try site.job()
        try job.start()
        for await message in job.messageUpdates where message.text == "Submitted." { break }
        let id = job.serverJobIDs
        await #expect(throws: JobError.cancellationUnconfirmed(serverJobIDs: id)) {
            try await site.clock.driving { try await job.cancelAndWait() }
        }
        #expect(job.status == .canceled)
        site.admission.open()
        site.tool.gate.open()
    }

    @Test func `one whose id has not come yet is cancelled when it has`() async throws {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let answer = Gate()
        let transport = StubTransport { [server = site.server] request in
            let response = try await server.send(request)
            if request.url.lastPathComponent == "submitJob" { await answer.passUncancelled() }
            return response
        }
        var access = site.access
        access.transport = transport
        let job = try Job(site.work(), services: access, configuration: ToolSite.configuration())
        try job.start()
        await answer.waiting(for: 1)
        job.cancel()
        #expect(job.serverJobIDs.isEmpty)
        answer.open()
        try await site.clock.driving { try await job.waitUntilFinished() }
        #expect(job.status == .canceled && job.serverJobIDs.count == 1)
        #expect(try await state(job.serverJobIDs[0], site) == "esriJobCancelled")
    }

    @Test func `one that has ended meanwhile, or that the server has forgotten, is cancelled`() async throws {
        let site = ToolSite()
        let result = try await site.job().run()
        _ = result
        let ended = try site.job()
        _ = try await ended.run()
        let work = try site.work()
        try await work.cancelServerJobs(ended.serverJobIDs + ["j0123"], services: site.access)
    }

    @Test func `somebody else's cancelling on the server is told, and retried a new job is submitted`() async throws {
        let site = ToolSite(isOpen: false)
        site.admission.open()
        let job = try site.job()
        try await begun(job)
        let client = ServiceClient(url: site.url, transport: site.server)
        _ = try await client.call("jobs/\(job.serverJobIDs[0])/cancel")
        let failure = await job.result
        #expect { try failure.get() } throws: {
            guard case .jobEnded(.cancelled, _, _, _)? = $0 as? GeoprocessingError else { return false }
            return "\($0)".contains("was cancelled on the server")
        }
        #expect(job.record.failure?.isRetryable == true)
        site.tool.gate.open()
        try job.retry()
        #expect(try await job.output.outputNames == ["Echo", "File"] && job.serverJobIDs.count == 2)
    }
}
