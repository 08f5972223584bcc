import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What belongs to others may ask the job anything, whenever it is called or let go of: no lock is held then.
@Suite(.timeLimit(.minutes(10)))
struct JobForeignValuesTests {
    /// Asks something when it is let go of.
    private final class Curious: Sendable {
        let ask: @Sendable () -> Void
        init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
        deinit { ask() }
    }

    /// Passes a gate without saving anything, and makes an output that asks.
    private struct Making: JobWork {
        static let kind = "test.making"
        struct Services: Sendable {
            var gate = Gate.opened
            let ask: @Sendable () -> Void
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Curious {
            try await context.services.gate.pass()
            return Curious(context.services.ask)
        }
    }

    /// Asks whomever the test has named when it is migrated.
    private struct Asking: JobWork {
        static let kind = "test.asking"
        static let version = 2
        static let ask = Level<@Sendable () -> Void>({})

        static func migrate(_ stored: inout StoredWork, from version: Int) throws { ask.value() }
        @concurrent func perform(in context: JobContext<Self>) async throws {}
    }

    let store = MemoryJobStore()
    let asked = Level(0)

    @Test func `an output that was not saved when the claim was lost does not count, and may ask as it goes`() async throws {
        let (gate, asked) = (Gate(), asked)
        let job = Level<Job<Making>?>(nil)
        let services = Making.Services(gate: gate) {
            _ = job.value?.record
            asked.send(1)
        }
        var configuration = JobConfiguration(store: store)
        (configuration.claimPolicy, configuration.followingInterval) = (.fail, .milliseconds(1))
        let made = try Job(Making(), services: services, configuration: configuration)
        job.send(made)
        try made.start()
        await gate.waiting(for: 1)
        try await store.release(try #require(made.state.read(\.ledger.tenure.claim)))
        let claim = try await store.claim(made.id)
        gate.open()
        while asked.value == 0 { await Task.yield() }
        #expect(!made.status.isFinished)
        var record = try #require(try await store.load(made.id))
        (record.status, record.failure, record.revision) = (.failed, JobFailure(Broken()), record.revision + 1)
        try await store.save(record, appending: [], claim: claim)
        await #expect(throws: JobFailure(Broken())) { try await made.output }
        job.send(nil)
    }

    @Test func `a migration may ask the job that is being claimed`() async throws {
        let asked = asked
        let first = try Job(Asking(), services: (), configuration: JobConfiguration(store: store))
        let copy = try Job<Asking>(restoring: first.record, configuration: JobConfiguration(store: store)) {}
        var record = first.record
        (record.node.version, record.revision) = (1, 1)
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [], claim: claim)
        try await store.release(claim)
        Asking.ask.send {
            _ = copy.record
            asked.send(1)
        }
        try await copy.run()
        #expect(asked.value == 1)
        Asking.ask.send {}
    }

    @Test func `services that are registered anew may ask the kinds as the old ones go`() throws {
        let (kinds, asked) = (JobKinds(), asked)
        let record = try Job(Steps(count: 0), services: Steps.Services()).record
        func register(_ services: Curious) {
            kinds.register(Steps.self) {
                withExtendedLifetime(services) { Steps.Services() }
            }
        }
        register(
            Curious { [weak kinds] in
                _ = try? kinds?.restore(record)
                asked.send(asked.value + 1)
            })
        register(Curious {})
        #expect(asked.value == 1)
    }
}
