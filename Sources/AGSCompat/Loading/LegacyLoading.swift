import CairnCallbacks
import CairnCore
import Foundation
import Synchronization

/// Drives a loadable of Cairn the way old callers expect: synchronously, with closures on the main queue, and a cancelled load
/// that stays failed.
final class LegacyLoading: Sendable {
    private let wasCancelled = Mutex(false)

    func status(of subject: some Loadable) -> AGSLoadStatus {
        switch subject.loadStatus {
        case .notLoaded: wasCancelled.withLock(\.self) ? .failedToLoad : .notLoaded
        case .loading: .loading
        case .loaded: .loaded
        case .failed: .failedToLoad
        }
    }

    func error(of subject: some Loadable) -> (any Error)? {
        if let error = subject.loadStatus.error { return AGSError.legacy(error) }
        return status(of: subject) == .failedToLoad ? AGSError.cancelled : nil
    }

    func load(_ subject: some Loadable, retrying: Bool, _ completion: (((any Error)?) -> Void)?) {
        let callback = Callback(on: .main, completion)
        let isKept = wasCancelled.withLock { wasCancelled in
            if retrying { wasCancelled = false }
            return wasCancelled
        }
        if isKept {
            CallbackThread.main.call { callback(AGSError.cancelled) }
            return
        }
        subject.loader.load(subject, retrying: retrying) { outcome in
            switch outcome {
            case .success: callback(nil)
            case .failure(let error): callback(AGSError.legacy(error))
            }
        }
    }

    func cancel(_ subject: some Loadable) {
        guard subject.loadStatus.isLoading else { return }
        wasCancelled.withLock { $0 = true }
        subject.cancelLoad()
    }
}
