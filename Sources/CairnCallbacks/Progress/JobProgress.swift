import CairnCore
package import Foundation

/// A `Foundation.Progress` that tells of each call of `pause()`, `resume()` and `cancel()` before the call returns.
///
/// Its handlers do not suffice: they are called later, side by side and in any order, and say neither who has called nor what was called last.
///
/// `Progress` is `Sendable`, and its subclasses have to say so again: all that this one adds are constants that are `Sendable`, too.
package final class JobProgress: Foundation.Progress, @unchecked Sendable {
    /// What a user says.
    enum Word: Sendable { case pause, resume, cancel }

    private let willBeTold: @Sendable () -> Void
    private let wasTold: @Sendable (Word) -> Void
    private let watch = Guarded(ProgressWatch())

    /// - Parameters:
    ///   - willBeTold: Is called before each word shows here.
    ///   - wasTold: Is called with it when it shows.
    init(willBeTold: @escaping @Sendable () -> Void, wasTold: @escaping @Sendable (Word) -> Void) {
        (self.willBeTold, self.wasTold) = (willBeTold, wasTold)
        super.init(parent: nil, userInfo: nil)
    }

    package override func cancel() { tell(.cancel) { super.cancel() } }
    package override func pause() { tell(.pause) { super.pause() } }
    package override func resume() { tell(.resume) { super.resume() } }

    private func tell(_ word: Word, _ show: () -> Void) {
        willBeTold()
        show()
        hasChanged()
        wasTold(word)
    }

    /// Shows that the job is cancelled, and tells nobody but observers.
    func showCancelled() { super.cancel() }

    /// Shows whether the job is paused, and tells nobody but observers.
    func show(isPaused: Bool) {
        if isPaused { super.pause() } else { super.resume() }
    }

    // MARK: - Observers, where Foundation has none

    #if !CAIRN_OBJC
        /// How much is done, in the words that Foundation has for it elsewhere.
        package override var localizedDescription: String! { "\(percent)% completed" }

        /// Of counts: the fraction of 29 of 100 is less than 0.29.
        private var percent: Int64 {
            let (done, total) = (completedUnitCount, totalUnitCount)
            guard total > 0, done > 0, done <= Int64.max / 100 else { return 0 }
            return done * 100 / total
        }
    #endif

    private var values: ProgressValues {
        ProgressValues(
            fractionCompleted: fractionCompleted, completedUnitCount: completedUnitCount,
            localizedDescription: localizedDescription ?? "", isPaused: isPaused, isCancelled: isCancelled, isFinished: isFinished
        )
    }

    /// Tells an observer of each change from now on, as long as somebody keeps him.
    ///
    /// - Returns: What there is now.
    package func add(_ observer: any ProgressObserver) -> ProgressValues {
        watch.change { watch, wakes in watch.add(observer, values, &wakes) }
    }

    /// Tells observers what has changed since they were told last. The values are read under their lock, so that of two threads the later one
    /// knows what is later.
    func hasChanged() {
        watch.change { watch, wakes in
            if watch.isWatched { watch.changed(to: values, in: self, &wakes) }
        }
    }
}
