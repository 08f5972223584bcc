public import CairnCore
public import Foundation
private import Synchronization

/// A store that does what another does, and goes wrong as it is told.
///
/// ```swift
/// let store = FaultyJobStore(MemoryJobStore())
/// store.order(.failBefore(), for: .save)           // the next save fails
/// store.order(.holdBefore(gate), for: .heartbeat)  // the next heartbeat stands at the gate
/// ```
///
/// What goes wrong can also be decided call by call, by a closure. With a seed, calls that are made at the same time reach
/// the other store one by one, in an order of chance that is the same for the same seed and the same arrivals.
public final class FaultyJobStore: JobStore {
    fileprivate struct Order {
        var skipped: Int
        let fault: Fault
    }

    fileprivate struct State {
        var orders: [Operation: [Order]] = [:]
        var calls: [Call] = []
        var counts: [Operation: Int] = [:]
    }

    /// What a fault fails with unless told otherwise.
    public static let failure = JobError.storeFailed(file: "The store", reason: "it was told to fail")

    private let base: any JobStore
    private let turnstile: Turnstile?
    private let faults: @Sendable (Call) -> Fault?
    private let state = Mutex(State())

    /// A store over another.
    ///
    /// - Parameters:
    ///   - base: The store that does the work.
    ///   - seed: Lets calls made at the same time through in random order; nil leaves them as they are.
    ///   - faults: Is asked about every call; what it says comes before what was ordered.
    public init(
        _ base: any JobStore, reorderingBy seed: UInt64? = nil, faults: @escaping @Sendable (Call) -> Fault? = { _ in nil }
    ) {
        self.base = base
        self.faults = faults
        turnstile = seed.map { Turnstile(seed: $0) }
    }

    /// The calls so far, in the order they came.
    public var calls: [Call] { state.withLock(\.calls) }

    /// Orders a fault for one call: the next of that operation for which none is ordered yet, or one after it.
    ///
    /// - Parameters:
    ///   - fault: What shall go wrong.
    ///   - operation: In which calls.
    ///   - skipped: How many calls are let pass before it.
    public func order(_ fault: Fault, for operation: Operation, after skipped: Int = 0) {
        state.withLock { $0.orders[operation, default: []].append(Order(skipped: skipped, fault: fault)) }
    }

    /// Takes the job for this owner.
    @concurrent public func claim(_ id: UUID) async throws -> JobClaim {
        try await perform(.claim, id) { try await base.claim(id) }
    }

    /// Gives the job back.
    @concurrent public func release(_ claim: JobClaim) async throws {
        try await perform(.release, claim.id) { try await base.release(claim) }
    }

    /// Who has the job now.
    @concurrent public func owner(of id: UUID) async throws -> JobOwner? {
        try await perform(.owner, id) { try await base.owner(of: id) }
    }

    /// Tells that the owner lives, and takes what is asked of it.
    @concurrent public func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] {
        try await perform(.heartbeat, claim.id) { try await base.heartbeat(claim) }
    }

    /// Asks something of a run.
    @concurrent public func post(_ request: JobRequest, for id: UUID) async throws {
        try await perform(.post, id) { try await base.post(request, for: id) }
    }

    /// Writes the record, and appends messages.
    @concurrent public func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
        try await perform(.save, record.id) { try await base.save(record, appending: messages, claim: claim) }
    }

    /// The record with its messages, or nil if there is none.
    @concurrent public func load(_ id: UUID) async throws -> JobRecord? {
        try await perform(.load, id) { try await base.load(id) }
    }

    /// All records, and what cannot be read.
    @concurrent public func list() async throws -> [JobListing] {
        try await perform(.list, nil) { try await base.list() }
    }

    /// Removes the job and its messages.
    @concurrent public func remove(_ claim: JobClaim) async throws {
        try await perform(.remove, claim.id) { try await base.remove(claim) }
    }

    private func perform<Value: Sendable>(
        _ operation: Operation, _ job: UUID?, _ body: () async throws -> Value
    ) async throws -> Value {
        let fault = nextFault(operation, job)
        if case .failBefore(let error) = fault { throw error }
        if case .holdBefore(let gate) = fault { await gate.passUncancelled() }
        let value = try await inTurn(body)
        if case .holdAfter(let gate) = fault { await gate.passUncancelled() }
        if case .failAfter(let error) = fault { throw error }
        return value
    }

    private func inTurn<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        await turnstile?.enter()
        defer { turnstile?.leave() }
        return try await body()
    }

    private func nextFault(_ operation: Operation, _ job: UUID?) -> Fault? {
        let call = state.withLock { state in
            state.counts[operation, default: 0] += 1
            let call = Call(operation: operation, job: job, number: state.counts[operation] ?? 1)
            state.calls.append(call)
            return call
        }
        return faults(call) ?? state.withLock { $0.takeOrder(for: operation) }
    }
}

extension FaultyJobStore.State {
    mutating func takeOrder(for operation: FaultyJobStore.Operation) -> FaultyJobStore.Fault? {
        guard let first = orders[operation]?.first else { return nil }
        if first.skipped == 0 { return orders[operation]?.removeFirst().fault }
        orders[operation]?[0].skipped -= 1
        return nil
    }
}
