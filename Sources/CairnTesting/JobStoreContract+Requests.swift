import CairnCore
import Foundation

extension JobStoreContract {
    func verifyRequests() async throws {
        try await requestsReachTheOwnerOnce()
        try await requestsAreForOneRun()
        try await requestsToNobodyAreRefused()
    }

    private func requestsReachTheOwnerOnce() async throws {
        let store = try await make()
        let id = UUID()
        let claim = try await store.claim(id)
        let none = try await store.heartbeat(claim)
        try require(none == [], "nothing is asked that was not posted", observed: "\(none)")
        let requests = [.pause, .cancel, .cancel, .pause].map { JobRequest($0, token: claim.token) }
        for request in requests { try await store.post(request, for: id) }
        let first = try await store.heartbeat(claim)
        let second = try await store.heartbeat(claim)
        try require(
            first == requests && second == [], "every request is delivered once, in order", observed: "\(first), \(second)")
    }

    private func requestsAreForOneRun() async throws {
        let store = try await make()
        let id = UUID()
        let first = try await store.claim(id)
        try await store.post(JobRequest(.cancel, token: first.token), for: id)
        try await store.release(first)
        let second = try await store.claim(id)
        try await isLost(id, "who posts to a run that has ended is told so") {
            try await store.post(JobRequest(.cancel, token: first.token), for: id)
        }
        try await store.post(JobRequest(.pause, token: second.token), for: id)
        let requests = try await store.heartbeat(second)
        try require(
            requests == [JobRequest(.pause, token: second.token)], "requests to a run that has ended are dropped, and only those",
            observed: "\(requests)")
    }

    private func requestsToNobodyAreRefused() async throws {
        let store = try await make()
        let id = UUID()
        try await isLost(id, "who posts to a job that nobody has is told so") {
            try await store.post(JobRequest(.pause, token: 1), for: id)
        }
        let claim = try await store.claim(id)
        try await store.release(claim)
        try await isLost(id, "who posts to a job that was given back is told so") {
            try await store.post(JobRequest(.pause, token: claim.token), for: id)
        }
    }
}
