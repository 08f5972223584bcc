import CairnCallbacks
import CairnCore
import Synchronization

/// Drives a loadable of Cairn the way old callers expect: synchronously, with closures on the main queue, and a load that was cancelled,
/// by whomever, stays failed until something has loaded it.
final class LegacyLoading: Sendable {
    private let wasCancelled = Atomic(false)
    private let answers = OrderedAnswers()

    private var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    func status(of subject: some Loadable) -> AGSLoadStatus {
        switch subject.loadStatus {
        case .notLoaded: isCancelled ? .failedToLoad : .notLoaded
        case .loading: .loading
        case .loaded: .loaded
        case .failed: .failedToLoad
        }
    }

    func error(of subject: some Loadable) -> (any Error)? {
        switch subject.loadStatus {
        case .notLoaded: isCancelled ? AGSError.cancelled : nil
        case .failed(let error): AGSError.legacy(error)
        case .loading, .loaded: nil
        }
    }

    /// - Parameter object: What is kept until it has been told, also if nobody else keeps it.
    func load(_ subject: some Loadable, for object: AnyObject, retrying: Bool, _ completion: (((any Error)?) -> Void)?) {
        let number = answers.expect { error in
            completion?(error)
            withExtendedLifetime(object) {}
        }
        if retrying { wasCancelled.store(false, ordering: .releasing) }
        // What something else loads, or has loaded, since is not cancelled any more.
        if !retrying, isCancelled, case .notLoaded = subject.loadStatus {
            return answers.answer(number, AGSError.cancelled)
        }
        subject.loader.load(subject, retrying: retrying) { [self] outcome in
            switch outcome {
            case .success: answers.answer(number, nil)
            case .failure(let error): failed(error, number)
            }
        }
    }

    /// Who has cancelled may be another: an object of the same, or one that this waits for.
    private func failed(_ error: any Error, _ number: Int) {
        // Before anybody is told, so that all see what they are told. What is loaded again meanwhile shows that: the mark counts only as long as
        // nothing has been loaded, which after a cancellation is so until the next attempt begins.
        if error is CancellationError { wasCancelled.store(true, ordering: .releasing) }
        answers.answer(number, AGSError.legacy(error))
    }

    func cancel(_ subject: some Loadable) {
        guard subject.loadStatus.isLoading else { return }
        wasCancelled.store(true, ordering: .releasing)
        subject.cancelLoad()
    }
}
