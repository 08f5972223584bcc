public import CairnCore
public import Foundation

/// What every `JobStore` promises, as a suite that any store can be held to.
///
/// ```swift
/// try await JobStoreContract { try FileJobStore(directory: freshDirectory()) }.verify()
/// ```
public struct JobStoreContract<Store: JobStore>: Sendable {
    /// Makes the next save of a job fail, and returns what brings the store in order again.
    public typealias Failing = @Sendable (_ store: Store, _ job: UUID) async throws -> @Sendable () async throws -> Void

    let make: @Sendable () async throws -> Store
    private let failing: Failing?

    /// A contract for the empty stores that `make` makes.
    public init(make: @escaping @Sendable () async throws -> Store) {
        failing = nil
        self.make = make
    }

    /// A contract for the empty stores that `make` makes, with the clauses about saves that fail.
    ///
    /// - Parameters:
    ///   - failing: Makes the next save of a job fail, and returns what brings the store in order again. That is
    ///     called after the save, and before anything else is asked of the store.
    ///   - make: Makes an empty store.
    public init(failing: @escaping Failing, make: @escaping @Sendable () async throws -> Store) {
        self.failing = failing
        self.make = make
    }

    /// Runs every clause.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify() async throws {
        try await verifySaving()
        try await verifyClaims()
        try await verifyRequests()
        try await verifyConcurrency()
        if let failing { try await verifyFailures(failing) }
    }

    private func verifySaving() async throws {
        try await whatIsSavedIsLoaded()
        try await messagesAreAppended()
        try await aClaimIsGoodForItsJobAlone()
        try await aRemovedJobIsGone()
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
        try await isListed(record, by: claim.token, in: store)
        try await store.release(claim)
        try await isListed(record, by: nil, in: store)
    }

    private func isListed(_ record: JobRecord, by token: Int?, in store: Store) async throws {
        let listed = try await store.list()
        guard case .record(record, let owner)? = listed.first, owner?.token == token, listed.count == 1 else {
            throw ContractViolation("what is saved is listed with its owner", observed: "\(listed)")
        }
    }

    private func messagesAreAppended() async throws {
        let store = try await make()
        let record = try record("messages")
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("one"), JobMessage("two")], claim: claim)
        try await store.save(record, appending: [JobMessage("three")], claim: claim)
        try await holds(store, record, ["one", "two", "three"], "messages are appended in order")
        try await store.release(claim)
        let next = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("four")], claim: next)
        try await holds(store, record, ["one", "two", "three", "four"], "messages are appended to those of earlier runs")
    }

    private func aClaimIsGoodForItsJobAlone() async throws {
        let store = try await make()
        let (record, other) = (try record("one"), try self.record("other"))
        let claim = try await store.claim(record.id)
        try await isLost(other.id, "a claim is good for its job alone") {
            try await store.save(other, appending: [], claim: claim)
        }
        let loaded = try await store.load(other.id)
        try require(loaded == nil, "what is refused is not written")
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
        let again = try await store.claim(record.id)
        try require(again.token > claim.token, "tokens grow after a removal too", observed: "\(claim.token), \(again.token)")
        try await isLost(record.id, "the claim of a removed job is lost") {
            try await store.save(record, appending: [], claim: claim)
        }
        try await store.save(record, appending: [JobMessage("y")], claim: again)
        try await holds(store, record, ["y"], "a job saved anew has none of the messages it had before it was removed")
    }
}

extension JobStoreContract {
    /// A record of a new job, or another record of that one.
    func record(_ name: String, of id: UUID = UUID()) throws -> JobRecord {
        var members = try Job(Errand(name: name)).record.json.object ?? [:]
        members["id"] = .string(id.uuidString)
        return try JobRecord(json: .object(members))
    }

    func holds(_ store: Store, _ record: JobRecord, _ texts: [String], _ clause: String) async throws {
        let loaded = try await store.load(record.id)
        try require(
            loaded?.work == record.work && loaded?.messages.map(\.text) == texts, clause, observed: "\(loaded as Any)")
    }

    func isLost(_ id: UUID, _ clause: String, _ body: () async throws -> Void) async throws {
        let error = await outcome(body)
        try require(error as? JobError == .claimLost(id), clause, observed: "\(error as Any)")
    }
}

private struct Errand: JobWork {
    static let kind = "contract.errand"
    var name: String
    @concurrent func perform(in context: JobContext<Self>) async throws {}
}
