import CairnCore
import Foundation
import Synchronization

/// Brings what belongs to the result of a job, and is not in its output: an old job has succeeded when all of its result is here.
final class ResultFetch: Loadable {
    /// Makes the result of an output, whole.
    typealias Body = @Sendable (any Sendable) async throws -> any Sendable

    let loader = Loader()
    private let job: any JobProtocol
    private let body: Body
    private let fetched = Mutex<(any Sendable)?>(nil)
    private let ended = Mutex<Result<any Sendable, any Error>?>(nil)
    private let expected = Atomic(false)

    init(_ job: any JobProtocol, _ body: @escaping Body) {
        (self.job, self.body) = (job, body)
    }

    /// How it ended; nil until it has.
    var outcome: Result<any Sendable, any Error>? { ended.withLock(\.self) }

    /// Somebody waits for the result from now on.
    func expect() { expected.store(true, ordering: .releasing) }
    /// Whether somebody waits for the result, so that it is brought once the job has succeeded.
    var isAwaited: Bool { expected.load(ordering: .acquiring) }

    /// Whether it is being brought, or is about to be.
    var isUnderWay: Bool { isDue && outcome == nil }
    private var isDue: Bool { job.status == .succeeded && isAwaited }

    /// Gives it up; whether it was under way.
    @discardableResult
    func cancel() -> Bool {
        guard isDue else { return false }
        let wasUnderWay = ended.withLock { ended in
            guard ended == nil else { return false }
            ended = .failure(CancellationError())
            return true
        }
        if wasUnderWay { cancelLoad() }
        return wasUnderWay
    }

    /// Brings it, once for everybody who asks.
    func fetch() async -> Result<any Sendable, any Error> {
        if let outcome { return outcome }
        let result: Result<any Sendable, any Error>
        do {
            try await load()
            guard let value = fetched.withLock(\.self) else { throw CancellationError() }
            result = .success(value)
        } catch {
            result = .failure(error)
        }
        return ended.withLock { ended in
            let first = ended ?? result
            ended = first
            return first
        }
    }

    @concurrent func performLoad() async throws {
        let value = try await body(job.anyResult.get())
        fetched.withLock { $0 = value }
    }
}
