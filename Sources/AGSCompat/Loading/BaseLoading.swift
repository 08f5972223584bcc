import CairnCallbacks
import CairnCore
import Foundation
import Synchronization

/// The loading of an `AGSLoadableBase`: its state, and the order in which the subclass and the callers are told of it.
///
/// - What changes is decided under the lock; hooks and completions are announced after it, in the order of the changes, by one thread at a time.
/// - The overrides run on a queue of the object's own, one after the other: what starting has set up is there when cancelling wants it. The
///   next start waits until the cancellation before it has returned.
/// - The object keeps itself alive from the start of an attempt until it has ended.
final class BaseLoading: Sendable {
    struct Outcome: Sendable {
        var status = AGSLoadStatus.notLoaded
        var error: (any Error)?
    }

    /// An attempt's `doStartLoading`, or `doCancelLoading`, that the current thread, or Swift task, was started by.
    struct Speaker: Sendable {
        let loading: ObjectIdentifier
        let attempt: Int
    }

    @TaskLocal static var speaker: Speaker?
    /// Measures for how long an answer that may be that of an abandoned attempt is held back.
    @TaskLocal static var clock: any Clock<Duration> = ContinuousClock()

    private let state = Guarded(BaseLoadingState())
    private let overrides = CallbackQueue()
    private let clock = BaseLoading.clock

    func outcome(reading key: ObservedKey) -> Outcome {
        let id = state.read(\.id)
        StateReads.note(id, key) { [self] observer in add(observer) }
        return ShownState.value(of: id) ?? state.read { $0.hook.flatMap { $0.isCurrent ? $0.outcome : nil } ?? $0.outcome }
    }

    private func add(_ observer: Observer) -> Outcome {
        state.change { state, _ in
            state.observers.add(observer)
            return state.outcome
        }
    }

    func load(_ owner: AGSLoadableBase, retrying: Bool, _ completion: (((any Error)?) -> Void)?) {
        let callback = Callback(on: .main, completion)
        change(owner) { state in state.load(callback, retrying: retrying) }
    }

    func cancel(_ owner: AGSLoadableBase) {
        change(owner) { state in state.cancel() }
    }

    func finish(_ owner: AGSLoadableBase, _ error: (any Error)?) {
        let attempt = Self.speaker.flatMap { $0.loading == ObjectIdentifier(self) ? $0.attempt : nil }
        change(owner) { state in state.finish(error, of: attempt) }
    }

    /// Changes the state, and announces what has changed, unless another thread, or the caller of the hook in which this is, is at it.
    private func change(_ owner: AGSLoadableBase, _ body: (inout BaseLoadingState) -> Void) {
        #if CAIRN_OBJC
            let carried = Carried(owner)
        #endif
        let isAnnouncer = state.change { state, wakes in
            #if CAIRN_OBJC
                state.observers.belong(to: carried.value)
            #endif
            body(&state)
            for value in state.takeDiscarded() { wakes.release(value) }
            if let kept = state.kept, !state.isUnderWay { wakes.release(kept) }
            // Proof: old code's loadables are shared between threads, as they always were.
            state.kept = state.isUnderWay ? Carried(owner) : nil
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
        guard isAnnouncer else { return }
        while let news = state.change({ state, _ in state.takeNews() }) { announce(news, owner) }
    }

    private func announce(_ news: BaseLoadingState.News, _ owner: AGSLoadableBase) {
        switch news {
        case .status(let outcome, let announcement):
            owner.onLoadStatusChanged()
            announcement.tell()
            LoadNotification(outcome.status)?.post(for: owner)
        case .error(_, let announcement): announcement.tell()
        case .start(let attempt, let isRetry): start(owner, attempt, isRetry)
        case .stop(let attempt): stop(owner, attempt)
        case .answer(let callbacks, let error): for callback in callbacks { callback.callLater(error) }
        case .hold(let number, let patience): hold(owner, number, patience)
        }
        state.change { state, wakes in state.announced(news, &wakes) }
    }

    private func start(_ owner: AGSLoadableBase, _ attempt: Int, _ isRetry: Bool) {
        let owner = Carried(owner)
        overrides.callLater { [self] in
            guard state.change({ state, _ in state.begin(attempt) }) else { return }
            Self.$speaker.withValue(Speaker(loading: ObjectIdentifier(self), attempt: attempt)) {
                owner.value.doStartLoading(isRetry)
            }
        }
    }

    private func stop(_ owner: AGSLoadableBase, _ attempt: Int) {
        let owner = Carried(owner)
        overrides.callLater { [self] in
            Self.$speaker.withValue(Speaker(loading: ObjectIdentifier(self), attempt: attempt)) { owner.value.doCancelLoading() }
            change(owner.value) { state in state.stopped() }
        }
    }

    /// Takes an answer that may have been the abandoned attempt's for the current one's if no other comes.
    private func hold(_ owner: AGSLoadableBase, _ number: Int, _ patience: Duration) {
        let clock = clock
        // It does not keep the object: while the answer matters, that keeps itself.
        Task.detached { [weak owner] in
            try? await clock.sleep(for: patience)
            guard let owner = owner.map(Carried.init) else { return }
            // Not on this thread, which is one of Swift's own: the hook is called by it.
            CallbackQueue().callLater { self.change(owner.value) { state in state.believe(number) } }
        }
    }
}
