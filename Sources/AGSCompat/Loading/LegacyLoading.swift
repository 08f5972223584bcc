import CairnCallbacks
import CairnCore
import Synchronization

/// Drives a loadable of Cairn the way old callers expect: synchronously, with closures on the main queue, and a load that was cancelled,
/// by whomever, stays failed until something has loaded it.
///
/// Observers are told on a queue of their own, for what loads are threads that may not be blocked; completions wait until they have been.
final class LegacyLoading: LoadObserver {
    /// What observers know; nothing as long as there were none.
    private struct Watch: Sendable {
        var observers = Observers()
        var seen = BaseLoading.Outcome()
        let queue = CallbackQueue()
    }

    private let wasCancelled = Atomic(false)
    private let answers = OrderedAnswers()
    /// How many of the callers have not heard of the loader.
    private let waiting = Atomic(0)
    private let wasPosted = Atomic(false)
    private let watch = Guarded<Watch?>(nil)
    /// Whether somebody observes, or has: written under the lock, and asked without it by everybody who loads what is loaded.
    private let isWatched = Atomic(false)

    private var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    func status(of subject: some Loadable) -> AGSLoadStatus { outcome(of: subject, .loadStatus).status }
    func error(of subject: some Loadable) -> (any Error)? { outcome(of: subject, .loadError).error }

    private func outcome(of subject: some Loadable, _ key: ObservedKey) -> BaseLoading.Outcome {
        StateReads.note(self, key) { [self] observer in add(observer, to: subject) }
        return ShownState.value(of: self) ?? outcome(subject.loadStatus, isCancelled: isCancelled)
    }

    private func outcome(_ status: LoadStatus, isCancelled: Bool) -> BaseLoading.Outcome {
        switch status {
        case .notLoaded where isCancelled: BaseLoading.Outcome(status: .failedToLoad, error: AGSError.cancelled)
        case .notLoaded: BaseLoading.Outcome()
        case .loading: BaseLoading.Outcome(status: .loading)
        case .loaded: BaseLoading.Outcome(status: .loaded)
        case .failed(let error): BaseLoading.Outcome(status: .failedToLoad, error: AGSError.legacy(error))
        }
    }

    /// - Parameter object: What is kept until it has been told, also if nobody else keeps it.
    func load(_ subject: some Loadable, for object: AnyObject, retrying: Bool, _ completion: (((any Error)?) -> Void)?) {
        #if CAIRN_OBJC
            // Foundation tells nobody that an object is observed, so every one that is loaded counts as observed.
            let carried = Carried(object)
            startWatching(subject) { $0.observers.belong(to: carried.value) }
        #endif
        if !retrying, isOver(subject) {
            guard let completion else { return }
            let (told, kept) = (Carried(completion), Carried(object))
            return CallbackQueue.main.callLater {
                told.value(nil)
                withExtendedLifetime(kept.value) {}
            }
        }
        let number = answers.expect { error in
            completion?(error)
            withExtendedLifetime(object) {}
        }
        if retrying { wasCancelled.store(false, ordering: .releasing) }
        // What something else loads, or has loaded, since is not cancelled any more.
        if !retrying, isCancelled, case .notLoaded = subject.loadStatus {
            return answers.answer(number, AGSError.cancelled)
        }
        // Who asks for what has failed is told so again, and that is no news.
        let isNews = retrying || subject.loadStatus.error == nil
        let notified = Carried(object)
        waiting.add(1, ordering: .acquiringAndReleasing)
        subject.loader.load(subject, retrying: retrying) { [self] outcome in
            let isLast = waiting.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
            switch outcome {
            case .success:
                if !wasPosted.exchange(true, ordering: .relaxed) { LoadNotification.didLoad.post(for: notified.value) }
                answer(number, nil)
            case .failure(let error):
                if isNews, isLast { LoadNotification.didFailToLoad.post(for: notified.value) }
                failed(error, number)
            }
        }
    }

    /// Whether it is loaded, all who have asked for that were told, and nobody observes: then there is nothing to wait for, nor to tell.
    private func isOver(_ subject: some Loadable) -> Bool {
        wasPosted.load(ordering: .acquiring) && subject.loader.isLoaded && !isWatched.load(ordering: .acquiring) && answers.isIdle
    }

    /// Who has cancelled may be another: an object of the same, or one that this waits for.
    private func failed(_ error: any Error, _ number: Int) {
        // Before anybody is told, so that all see what they are told. What is loaded again meanwhile shows that: the mark counts only as long as
        // nothing has been loaded, which after a cancellation is so until the next attempt begins.
        if error is CancellationError { wasCancelled.store(true, ordering: .releasing) }
        answer(number, AGSError.legacy(error))
    }

    private func answer(_ number: Int, _ error: (any Error)?) {
        guard let queue = watch.read({ $0?.queue }) else { return answers.answer(number, error) }
        queue.callLater { [answers] in answers.answer(number, error) }
    }

    func cancel(_ subject: some Loadable) {
        guard subject.loadStatus.isLoading else { return }
        wasCancelled.store(true, ordering: .releasing)
        subject.cancelLoad()
    }

    // MARK: - Observers

    private func add(_ observer: Observer, to subject: some Loadable) -> BaseLoading.Outcome {
        startWatching(subject) { $0.observers.add(observer) }
    }

    @discardableResult
    private func startWatching(
        _ subject: some Loadable, _ body: @Sendable (inout Watch) -> Void
    ) -> BaseLoading.Outcome {
        if watch.read({ $0 == nil }) { subject.loader.tell(self) }
        return watch.change { watch, _ in
            guard watch != nil else { return BaseLoading.Outcome() }
            body(&watch!)
            return watch!.seen
        }
    }

    func note(_ status: LoadStatus, _ wakes: inout Wakes) {
        watch.change(within: &wakes) { watch, wakes in
            guard let former = watch else {
                watch = Watch(seen: outcome(status, isCancelled: isCancelled))
                isWatched.store(true, ordering: .releasing)
                return
            }
            // A load that somebody here waits for, and that does not go on, was cancelled: he is told so next, and sees it from now on.
            if case .notLoaded = status, former.seen.status == .loading, waiting.load(ordering: .acquiring) > 0 {
                wasCancelled.store(true, ordering: .releasing)
            }
            let new = outcome(status, isCancelled: isCancelled)
            watch?.seen = new
            wakes.release(former.seen)
            let announcement = former.observers.note(StateChange(self, from: former.seen, to: new))
            if !announcement.isEmpty { wakes.call { former.queue.callLater { announcement.tell() } } }
        }
    }
}

extension StateChange {
    init(_ state: AnyObject, from old: BaseLoading.Outcome, to new: BaseLoading.Outcome) {
        var keys: Set<ObservedKey> = old.status == new.status ? [] : [.loadStatus]
        if old.error != nil || new.error != nil { keys.insert(.loadError) }
        self.init(state: ObjectIdentifier(state), old: old, new: new, keys: keys)
    }
}
