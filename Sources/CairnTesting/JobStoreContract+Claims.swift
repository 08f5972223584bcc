import CairnCore
import Foundation

extension JobStoreContract {
    func verifyClaims() async throws {
        try await aClaimedJobIsRefused()
        try await theOwnerIsKnown()
        try await anOldTokenWritesNothing()
    }

    private func aClaimedJobIsRefused() async throws {
        let store = try await make()
        let id = UUID()
        let first = try await store.claim(id)
        let error = await outcome { _ = try await store.claim(id) }
        guard case JobError.claimed(id, let owner)? = error, owner.token == first.token else {
            throw ContractViolation("a claimed job is refused to others, by its owner", observed: "\(error as Any)")
        }
        try await store.release(first)
        let second = try await store.claim(id)
        try require(second.token > first.token, "tokens grow", observed: "\(first.token), \(second.token)")
        try await store.release(first)
        let stillOwner = try await store.owner(of: id)
        try require(stillOwner?.token == second.token, "who has lost a claim cannot give it back")
    }

    private func theOwnerIsKnown() async throws {
        let store = try await make()
        let id = UUID()
        let before = try await store.owner(of: id)
        let claim = try await store.claim(id)
        let during = try await store.owner(of: id)
        try await store.release(claim)
        let after = try await store.owner(of: id)
        try require(
            before == nil && during?.token == claim.token && after == nil, "the owner is who has the claim",
            observed: "\(before as Any), \(during as Any), \(after as Any)")
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
            try await isLost(record.id, "an old token gets claimLost", attempt)
        }
        try await holds(store, record, [], "an old token writes nothing")
        try await store.save(record, appending: [], claim: new)
    }
}
