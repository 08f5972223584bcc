import CairnCallbacks
import CairnCore
import Foundation
import Synchronization

/// Brings the result of a job: its output, and what belongs to it besides. An old job has succeeded when all of its result is here.
final class ResultFetch: Loadable, JobProgressListener {
    /// Makes the result of an output, whole.
    typealias Body = @Sendable (any Sendable) async throws -> any Sendable

    let loader = Loader()
    private let job: any JobProtocol
    private let body: Body?
    /// Whether it may be given up while it is brought: not if all that the job was for is there.
    private let canBeGivenUp: Bool
    private let fetched = Mutex<(any Sendable)?>(nil)
    private let ended = Mutex<Result<any Sendable, any Error>?>(nil)
    /// How many wait for the result.
    private let waiting = Atomic(0)
    private let owed = Atomic(false)
    private let shown = Mutex(WeakShown())

    private struct WeakShown: Sendable {
        weak var job: ShownJob?
    }

    /// - Parameters:
    ///   - body: Brings what is not in the output; nil if the output is all.
    ///   - canBeGivenUp: Whether what it brings is not here, as it is on a server; it is not asked of the output alone.
    init(_ job: any JobProtocol, _ body: Body?, canBeGivenUp: Bool = true) {
        (self.job, self.body, self.canBeGivenUp) = (job, body, canBeGivenUp && body != nil)
    }

    deinit { job.forget(listener: ObjectIdentifier(self)) }

    /// Has a job as old callers see it told what changes here.
    func tell(_ shown: ShownJob) { self.shown.withLock { $0.job = shown } }

    private func hasChanged() {
        job.showProgress()
        shown.withLock(\.job)?.refresh()
    }

    /// How it ended; nil until it has. Where the output is all, it is here as soon as the job has succeeded, whoever has run it.
    var outcome: Result<any Sendable, any Error>? { ended.withLock(\.self) ?? ownOutput.map { .success($0) } }
    private var ownOutput: (any Sendable)? { body == nil && job.status == .succeeded ? job.anyOutput : nil }
    /// Whether it was given up.
    var isCancelled: Bool { if case .failure(is CancellationError)? = outcome { true } else { false } }
    /// What was brought, or the output where that is all; nil if neither is here.
    var value: (any Sendable)? { try? outcome?.get() }

    /// Somebody waits for the result from now on.
    ///
    /// - Returns: Whether the job was resumed by its progress, and nobody has been told yet what has come of it.
    @discardableResult
    func expect() -> Bool {
        waiting.add(1, ordering: .acquiringAndReleasing)
        return owed.exchange(false, ordering: .acquiringAndReleasing)
    }
    /// Somebody was told that there is none: if the job is tried again, it is not by him.
    func expectNoMore() { waiting.subtract(1, ordering: .acquiringAndReleasing) }
    /// Whether somebody waits for the result, so that it is brought once the job has succeeded.
    var isAwaited: Bool { waiting.load(ordering: .acquiring) > 0 }

    /// Whether it is being brought, or is about to be, and nobody was told of it yet.
    var isUnderWay: Bool { isDue && ended.withLock(\.self) == nil }
    private var isDue: Bool { job.status == .succeeded && isAwaited }

    /// Gives it up; whether it was under way.
    @discardableResult
    func cancel() -> Bool {
        guard canBeGivenUp, isDue else { return false }
        let wasUnderWay = ended.withLock { ended in
            guard ended == nil else { return false }
            ended = .failure(CancellationError())
            return true
        }
        if wasUnderWay {
            cancelLoad()
            hasChanged()
        }
        return wasUnderWay
    }

    /// Brings it, once for everybody who asks.
    func fetch() async -> Result<any Sendable, any Error> {
        if let known = ended.withLock(\.self) { return known }
        do { try await retryLoad() } catch { return end(.failure(error)) }
        return end(fetched.withLock(\.self).map { .success($0) } ?? .failure(CancellationError()))
    }

    /// The first end counts.
    private func end(_ result: Result<any Sendable, any Error>) -> Result<any Sendable, any Error> {
        let first = ended.withLock { ended in
            let first = ended ?? result
            ended = first
            return first
        }
        hasChanged()
        return first
    }

    /// Waits for the job, too.
    @concurrent func performLoad() async throws {
        let output = try await job.anyResult.get()
        let value = if let body { try await body(output) } else { output }
        fetched.withLock { $0 = value }
    }

    // MARK: - The progress

    /// Also before the job has ended: its work may say that all is done a moment earlier.
    var isPending: Bool { isAwaited && outcome == nil && job.status != .failed && job.status != .canceled }
    func progressWasCancelled() { cancel() }

    /// Nobody has started the job by its old object, which shows how it ends all the same.
    func progressHasResumed() {
        if isAwaited { return }
        expect()
        owed.store(true, ordering: .releasing)
        loader.load(self, retrying: true) { [self] result in
            // Of a job that has failed there is nothing to bring, and no more to tell.
            guard job.status == .succeeded else { return expectNoMore() }
            _ = end(result.flatMap { fetched.withLock(\.self).map { .success($0) } ?? .failure(CancellationError()) })
        }
    }
}
