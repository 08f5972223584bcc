import CairnCore
import Foundation

extension JobStoreContract {
    func verifyFailures(_ failing: Failing) async throws {
        try await aFirstSaveThatFailsLeavesNothing(failing)
        try await aSaveThatFailsChangesNothing(failing)
    }

    private func aFirstSaveThatFailsLeavesNothing(_ failing: Failing) async throws {
        let store = try await make()
        let record = try record("first")
        let claim = try await store.claim(record.id)
        try await fails(store, record, claim, failing)
        let loaded = try await store.load(record.id)
        try require(loaded == nil, "a first save that fails leaves nothing", observed: "\(loaded as Any)")
        try await store.save(record, appending: [JobMessage("one")], claim: claim)
        try await holds(store, record, ["one"], "after a first save that failed the next one writes everything")
    }

    private func aSaveThatFailsChangesNothing(_ failing: Failing) async throws {
        let store = try await make()
        let record = try record("good")
        let next = try self.record("next", of: record.id)
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("one")], claim: claim)
        for _ in 0..<2 {
            try await fails(store, next, claim, failing)
            try await holds(store, record, ["one"], "after a save that failed record and messages are as before")
        }
        let owner = try await store.owner(of: record.id)
        let requests = try await store.heartbeat(claim)
        try require(owner?.token == claim.token && requests == [], "a save that fails leaves the claim good")
        try await store.save(next, appending: [JobMessage("two"), JobMessage("three")], claim: claim)
        try await holds(store, next, ["one", "two", "three"], "after a save that failed the next one writes everything")
    }

    private func fails(_ store: Store, _ record: JobRecord, _ claim: JobClaim, _ failing: Failing) async throws {
        let mend = try await failing(store, record.id)
        let error = await outcome { try await store.save(record, appending: [JobMessage("unsaved")], claim: claim) }
        try await mend()
        let isFailure = if case JobError.storeFailed? = error { true } else { false }
        try require(isFailure, "a save that fails throws storeFailed", observed: "\(error as Any)")
    }
}
