import CairnCore
import CairnTesting
import Testing

@testable import AGSCompat

struct ResultFetchTests {
    @Test func `a result that nobody waits for is not given up`() async throws {
        let (job, gate) = (try Job(CountingSheep(), services: Gate()), Gate())
        gate.open()
        let fetch = ResultFetch(job) { $0 }
        #expect(!fetch.cancel() && fetch.outcome == nil)
    }

    @Test func `what is given up before it begins to be brought is not brought`() async throws {
        let (gate, brought) = (Gate(), LegacyLog())
        gate.open()
        let job = try Job(CountingSheep(), services: gate)
        let fetch = ResultFetch(job) { output in
            brought.add("asked")
            return output
        }
        fetch.expect()
        #expect(!fetch.cancel() && !fetch.isUnderWay)
        _ = try await job.run()
        #expect(fetch.isUnderWay && fetch.cancel() && !fetch.cancel() && !fetch.isUnderWay)
        #expect(throws: CancellationError.self) { _ = try fetch.outcome?.get() }
        if case .success = await fetch.fetch() { Issue.record("It was brought.") }
        #expect(brought.entries.isEmpty)
    }

    @Test func `what is here is not given up any more`() async throws {
        let gate = Gate()
        gate.open()
        let job = try Job(CountingSheep(count: 2), services: gate)
        let fetch = ResultFetch(job) { $0 }
        fetch.expect()
        _ = try await job.run()
        let output = try await fetch.fetch().get() as? Int
        #expect(!fetch.cancel() && output == 2)
    }
}
