import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UtilityValidationTests {
    private typealias Work = UtilityNetworkValidationWork

    @Test func `the service is asked to begin, and looked after until it has ended`() async throws {
        let site = ValidationSite()
        let transport = site.transport
        let job = try site.job(transport)
        let result = try await site.clock.driving { try await job.run() }
        #expect(result == ValidationSite.result && site.submissions == 1 && site.looks == 3)
        #expect(job.serverJobIDs == ["https://example.com/arcgis/rest/services/Town/jobs/1"])
        let form = transport.requests[0].form
        #expect(form["async"] == "true" && form["gdbVersion"] == "sde.DEFAULT")
        #expect(try JSONValue(parsing: form["validateArea"] ?? "")["xmax"] == 9)
        #expect(!job.record.json.text().contains("secret"))
    }

    @Test(arguments: [
        ("jobs/1?key=abc123", "jobs/1?key=abc123"), ("https://ann:hush@example.com/arcgis/rest/services/Town/jobs/1", "jobs/1"),
    ])
    func `an address that the service names is asked as it is, but for a user and a password`(
        given: String, asked: String
    ) async throws {
        let site = ValidationSite(beginning: { _ in #"{"statusUrl":"\#(given)"}"# })
        let job = try site.job()
        #expect(try await site.clock.driving { try await job.run() } == ValidationSite.result)
        #expect(job.serverJobIDs == ["https://example.com/arcgis/rest/services/Town/" + asked])
        #expect(!job.record.json.text().contains("hush"))
    }

    @Test func `stopped after any checkpoint it comes to the same`() async throws {
        let contract = JobWorkContract<Work> {
            let site = ValidationSite([ValidationSite.done])
            return (try site.work(), site.access())
        }
        try await contract.verify()
        try await JobWorkContract<Work> {
            let site = ValidationSite(beginning: { _ in ValidationSite.done })
            return (try site.work(), site.access())
        }.verify()
    }

    @Test func `a service that does it at once is not looked after`() async throws {
        let site = ValidationSite(beginning: { _ in
            #"{"moment":null,"validateErrorsCreated":false,"fullUpdate":true,"success":true}"#
        })
        let result = try await site.clock.driving { try await site.job().run() }
        #expect(result == UtilityNetworkValidationResult(hasErrors: false, isFullUpdate: true) && site.looks == 0)
    }

    @Test func `a network's job asks the service beside it`() async throws {
        let site = UtilitySite(["validateNetworkTopology": ValidationSite.done], versionName: "a.b")
        let extent = Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
        let job = try site.network.makeValidateNetworkTopologyJob(forExtent: extent)
        #expect(try await job.run() == ValidationSite.result)
        #expect(site.calls(of: "UtilityNetworkServer/validateNetworkTopology") == 1)
        #expect(site.form(of: "validateNetworkTopology")["gdbVersion"] == "a.b")
    }

    @Test func `a lost answer is asked for again: to validate twice does no harm`() async throws {
        let site = ValidationSite(beginning: { number in
            if number < 3 { throw TransportError(.timedOut, url: ValidationSite.service) }
            return #"{"statusUrl":"jobs/\#(number)"}"#
        })
        let job = try site.job()
        #expect(try await site.clock.driving { try await job.run() } == ValidationSite.result)
        #expect(site.submissions == 3 && job.serverJobIDs.count == 1)
    }

    @Test(arguments: [
        "", "<html></html>", "null", "[]", "404", #"{"success":true}"#, #"{"status":"Completed"}"#,
        #"{"validateErrorsCreated":7}"#,
    ])
    func `a status that is of no use is asked for again`(lie: String) async throws {
        let site = ValidationSite([lie, lie, ValidationSite.done])
        let job = try site.job()
        #expect(try await site.clock.driving { try await job.run() } == ValidationSite.result && site.looks == 3)
        #expect(site.submissions == 1)
    }

    @Test(arguments: ["Waiting", "Queued", "IN_PROGRESS", "In Progress", "esriJobExecuting"])
    func `a word that nobody knows says that the service is at it`(word: String) async throws {
        let site = ValidationSite([#"{"status":"\#(word)"}"#, #"{"status":"\#(word)"}"#, ValidationSite.done])
        let job = try site.job()
        #expect(try await site.clock.driving { try await job.run() } == ValidationSite.result)
        #expect(site.looks == 3 && site.submissions == 1)
    }

    @Test(arguments: ["esriJobFailed", "FAILURE", "Internal Error", "Aborted", "Cancelled", "canceled", "timed_out"])
    func `a word that speaks of an end without an outcome ends it`(word: String) async throws {
        let site = ValidationSite([#"{"status":"\#(word)","message":"Somebody else validates"}"#])
        let job = try site.job()
        let error = await #expect(throws: UtilityNetworkError.self) { try await site.clock.driving { try await job.run() } }
        #expect(job.status == .failed && site.looks == 1)
        #expect(error?.description.contains("Somebody else validates") == true)
    }

    @Test(arguments: ["", "succeeded", "COMPLETED", "Completed With Errors"])
    func `an outcome counts by whichever word it comes`(word: String) async throws {
        let site = ValidationSite([ValidationSite.done.replacingOccurrences(of: #""Completed""#, with: #""\#(word)""#)])
        #expect(try await site.clock.driving { try await site.job().run() } == ValidationSite.result && site.looks == 1)
    }

    @Test(arguments: [
        #"{"status":"Failed","message":"Somebody else validates"}"#, #"{"error":{"code":404,"message":"No such job"}}"#,
        #"{"status":"Failed","error":{"code":500,"message":"Somebody else validates"}}"#,
        #"{"success":false,"error":{"extendedCode":-2147208935,"message":"Somebody else validates"}}"#,
        #"{"status":"Failed","success":false,"error":{"extendedCode":-2147208935,"message":"Somebody else validates"}}"#,
        #"{"status":"CompletedWithErrors"}"#,
    ])
    func `what the service could not do fails with its words, and is asked for anew when it is retried`(failure: String)
        async throws
    {
        let site = ValidationSite([#"{"status":"Pending"}"#, failure, ValidationSite.done])
        let job = try site.job()
        let error = await #expect(throws: UtilityNetworkError.self) { try await site.clock.driving { try await job.run() } }
        #expect(job.status == .failed && job.record.failure?.isRetryable == true)
        if failure.contains("Somebody") { #expect(error?.description.contains("Somebody else validates") == true) }
        try job.retry()
        #expect(try await site.clock.driving { try await job.output } == ValidationSite.result)
        #expect(site.submissions == 2 && job.serverJobIDs.count == 2)
    }

    @Test(arguments: [
        #"{"success":false,"error":{"extendedCode":-2147208935,"message":"Not licensed"}}"#, "<html></html>",
        #"{"statusUrl":"ftp://example.com/x"}"#, #"{"statusUrl":7}"#,
    ])
    func `a beginning that is refused, or cannot be read, makes no job, and may be tried again`(answer: String) async throws {
        let site = ValidationSite(beginning: { $0 == 1 ? answer : ValidationSite.done })
        let job = try site.job()
        _ = try? await site.clock.driving { try await job.run() }
        #expect(job.status == .failed && job.serverJobIDs.isEmpty && site.looks == 0 && site.submissions == 1)
        #expect(job.record.failure?.isRetryable == true)
        try job.retry()
        #expect(try await site.clock.driving { try await job.output } == ValidationSite.result)
    }

    @Test func `cancelled while the service is at it, a job says that it may go on there`() async throws {
        let site = ValidationSite([#"{"status":"InProgress"}"#])
        let job = try site.job()
        try job.start()
        while job.serverJobIDs.isEmpty { await Task.yield() }
        await #expect(throws: JobError.cancellationUnconfirmed(serverJobIDs: job.serverJobIDs)) {
            try await job.cancelAndWait()
        }
        #expect(job.status == .canceled)
    }

    @Test(arguments: [
        ValidationSite.done, #"{"error":{"code":404,"message":"No such job"}}"#, #"{"status":"Failed"}"#,
        #"{"success":false,"error":{"extendedCode":1}}"#,
    ])
    func `cancelled when the service has ended, a job is cancelled`(end: String) async throws {
        let (site, gate) = (ValidationSite([end]), Gate())
        let inner = site.transport
        let transport = StubTransport { request in
            if request.url.path().contains("/jobs/") { try await gate.pass() }
            return try await inner.send(request)
        }
        let job = try site.job(transport)
        try job.start()
        await gate.waiting(for: 1)
        job.cancel()
        gate.open()
        try await job.cancelAndWait()
        #expect(job.status == .canceled)
    }

    @Test func `a record goes on in another process without a second submission`() async throws {
        let (site, store) = (ValidationSite([#"{"status":"Pending"}"#]), MemoryJobStore())
        let job = try site.job(store: store)
        try job.start()
        while site.looks == 0 { await Task.yield() }
        job.pause()
        try await job.settle()
        let record = try #require(try await store.load(job.id))
        _ = try await job.releaseClaim()
        let next = ValidationSite()
        let access = next.access()
        let resumed = try Job<Work>(
            restoring: record, configuration: JobConfiguration(store: store, clock: next.clock, random: { 0.5 })
        ) { access }
        try resumed.start()
        #expect(try await next.clock.driving { try await resumed.output } == ValidationSite.result)
        #expect(next.submissions == 0)
    }

    @Test func `answers changed by chance end in a result or in an error, and never in a wrong word`() async throws {
        let tree = JSONTree(try JSONValue(parsing: ValidationSite.done))
        var ended = 0
        for seed in 1...300 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let answer = tree.mutated(using: &random).text
            let site = ValidationSite(beginning: { _ in answer })
            let job = try site.job()
            guard let result = try? await site.clock.driving({ try await job.run() }) else { continue }
            ended += 1
            #expect(!answer.contains("validateErrorsCreated\":false") || !result.hasErrors)
        }
        #expect(ended > 50)
    }
}
