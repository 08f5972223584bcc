import CairnCore
import Foundation
import Synchronization

extension JobStoreContract {
    func verifyConcurrency() async throws {
        try await ofManyWhoClaimOneWins()
        try await noTwoHaveOneJob()
        try await oldTokensWriteNothingBesideANewOne()
        try await requestsBesideHeartbeatsAreDeliveredOnce()
    }

    private func ofManyWhoClaimOneWins() async throws {
        let store = try await make()
        let id = UUID()
        var last = 0
        for _ in 0..<4 {
            let claims = try await all(16) { _ in await self.claim(id, in: store) }.map { try $0.get() }
            let won = claims.compactMap(\.self)
            try require(won.count == 1, "of many who claim a job one wins", observed: "\(won.count) won")
            try require(won[0].token > last, "tokens grow", observed: "\(last), \(won[0].token)")
            last = won[0].token
            try await store.release(won[0])
        }
    }

    private func noTwoHaveOneJob() async throws {
        let store = try await make()
        let ids = (0..<3).map { _ in UUID() }
        let seen = Mutex((holders: Set<UUID>(), tokens: ids.map { _ in Set<Int>() }))
        let clause = "in a storm of claims no two have one job, and no token comes twice"
        let violations = await all(8) { number in
            await outcome {
                for round in 0..<8 {
                    let index = (number + round) % ids.count
                    guard let claim = try await self.claim(ids[index], in: store).get() else { continue }
                    let isAlone = seen.withLock { seen in
                        let isFirst = seen.holders.insert(claim.id).inserted
                        return seen.tokens[index].insert(claim.token).inserted && isFirst
                    }
                    try require(isAlone, clause)
                    seen.withLock { _ = $0.holders.remove(claim.id) }
                    try await store.release(claim)
                }
            }
        }
        for case let violation? in violations { throw violation }
    }

    private func oldTokensWriteNothingBesideANewOne() async throws {
        let store = try await make()
        let record = try record("new")
        let stale = try self.record("old", of: record.id)
        var old: [JobClaim] = []
        for _ in 0..<3 {
            old.append(try await store.claim(record.id))
            try await store.release(old[old.count - 1])
        }
        let claims = old + [try await store.claim(record.id)]
        let errors = await all(claims.count) { [claims] number in
            let isNew = number == claims.count - 1
            var errors: [(any Error)?] = []
            for round in 0..<10 {
                let message = JobMessage(isNew ? "\(round)" : "late")
                errors.append(
                    await outcome {
                        try await store.save(isNew ? record : stale, appending: [message], claim: claims[number])
                    })
            }
            return errors.allSatisfy { isNew ? $0 == nil : $0 as? JobError == .claimLost(record.id) }
        }
        try require(!errors.contains(false), "beside a new token an old one gets claimLost, and the new one no error")
        try await holds(store, record, (0..<10).map(String.init), "old tokens write nothing beside a new one")
    }

    private func requestsBesideHeartbeatsAreDeliveredOnce() async throws {
        let store = try await make()
        let id = UUID()
        let claim = try await store.claim(id)
        let left = Atomic(4)
        let taken = try await all(5) { number in
            await Result {
                var taken: [JobRequest] = []
                if number > 0 {
                    defer { left.subtract(1, ordering: .relaxed) }
                    for round in 0..<100 { try await store.post(request(round, claim), for: id) }
                    return taken
                }
                while left.load(ordering: .relaxed) > 0 {
                    taken += try await store.heartbeat(claim)
                    // A store may answer without ever giving up the thread, and those who post may have none other.
                    await Task.yield()
                }
                return taken + (try await store.heartbeat(claim))
            }
        }.flatMap { try $0.get() }
        let counts = [JobRequest.Command.pause, .cancel].map { command in taken.count { $0.command == command } }
        try require(counts == [200, 200], "none of many requests is lost or delivered twice", observed: "\(counts)")
    }

    private func request(_ number: Int, _ claim: JobClaim) -> JobRequest {
        JobRequest(number.isMultiple(of: 2) ? .pause : .cancel, token: claim.token)
    }

    /// The claim; nil if somebody else has the job.
    private func claim(_ id: UUID, in store: Store) async -> Result<JobClaim?, any Error> {
        do {
            return .success(try await store.claim(id))
        } catch JobError.claimed(id, _) {
            return .success(nil)
        } catch {
            return .failure(error)
        }
    }
}

/// What `body` returns, done so many times side by side.
private func all<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async -> Value
) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { await body(number) } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
