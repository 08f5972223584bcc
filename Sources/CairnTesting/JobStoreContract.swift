public import CairnCore
private import Foundation

/// What every ``JobStore`` promises, as a suite that any store can be held to.
///
/// ```swift
/// try await JobStoreContract { try FileJobStore(directory: freshDirectory()) }.verify()
/// ```
public struct JobStoreContract<Store: JobStore>: Sendable {
    private let make: @Sendable () async throws -> Store

    /// A contract for the empty stores that `make` makes.
    public init(make: @escaping @Sendable () async throws -> Store) {
        self.make = make
    }

    /// Runs every clause.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify() async throws {
        try await whatIsSavedIsLoaded()
        try await messagesAreAppended()
        try await aClaimedJobIsRefused()
        try await anOldTokenWritesNothing()
        try await requestsReachTheOwnerOnce()
        try await aRemovedJobIsGone()
    }

    private func record(_ name: String) throws -> JobRecord {
        try Job(Errand(name: name)).record
    }

    private func whatIsSavedIsLoaded() async throws {
        let store = try await make()
        let record = try record("Straße \"7\"\n")
        let missing = try await store.load(record.id)
        try require(missing == nil, "a job that was not saved is not there")
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [], claim: claim)
        let loaded = try await store.load(record.id)
        try require(loaded == record, "what is saved is loaded", observed: "\(loaded as Any)")
        let listed = try await store.list().compactMap { listing -> JobRecord? in
            if case .record(let record, true) = listing { record } else { nil }
        }
        try require(listed == [record], "what is saved is listed as claimed", observed: "\(listed)")
    }

    private func messagesAreAppended() async throws {
        let store = try await make()
        let record = try record("messages")
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("one"), JobMessage("two")], claim: claim)
        try await store.save(record, appending: [JobMessage("three")], claim: claim)
        let texts = try await store.load(record.id)?.messages.map(\.text)
        try require(texts == ["one", "two", "three"], "messages are appended in order", observed: "\(texts as Any)")
    }

    private func aClaimedJobIsRefused() async throws {
        let store = try await make()
        let id = UUID()
        let first = try await store.claim(id)
        let error = await outcome { _ = try await store.claim(id) }
        guard case JobError.claimed(id, _)? = error else {
            throw ContractViolation("a claimed job is refused to others", observed: "\(error as Any)")
        }
        try await store.release(first)
        let second = try await store.claim(id)
        try require(second.token > first.token, "tokens grow", observed: "\(first.token), \(second.token)")
    }

    private func anOldTokenWritesNothing() async throws {
        let store = try await make()
        let record = try record("fenced")
        let old = try await store.claim(record.id)
        try await store.save(record, appending: [], claim: old)
        try await store.release(old)
        let new = try await store.claim(record.id)
        for attempt in [
            { try await store.save(record, appending: [JobMessage("late")], claim: old) },
            { _ = try await store.heartbeat(old) },
            { try await store.remove(old) },
        ] as [@Sendable () async throws -> Void] {
            let error = await outcome(attempt)
            let isLost = (error as? JobError) == .claimLost(record.id)
            try require(isLost, "an old token gets claimLost", observed: "\(error as Any)")
        }
        let messages = try await store.load(record.id)?.messages
        try require(messages == [], "an old token writes nothing", observed: "\(messages as Any)")
        try await store.save(record, appending: [], claim: new)
    }

    private func requestsReachTheOwnerOnce() async throws {
        let store = try await make()
        let id = UUID()
        let claim = try await store.claim(id)
        let none = try await store.heartbeat(claim)
        try await store.post(.pause, for: id)
        let first = try await store.heartbeat(claim)
        let second = try await store.heartbeat(claim)
        try require(
            none == [] && first == [.pause] && second == [], "a request is delivered once",
            observed: "\(none), \(first), \(second)")
    }

    private func aRemovedJobIsGone() async throws {
        let store = try await make()
        let record = try record("removed")
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("x")], claim: claim)
        try await store.remove(claim)
        let loaded = try await store.load(record.id)
        let listed = try await store.list()
        try require(loaded == nil && listed.isEmpty, "a removed job is gone")
    }
}

private struct Errand: JobWork {
    static let kind = "contract.errand"
    var name: String
    @concurrent func perform(in context: JobContext<Self>) async throws {}
}
