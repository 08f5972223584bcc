public import CairnCore
public import Foundation

extension JobProtocol {
    /// A mirror of the progress, whose `pause()`, `resume()` and `cancel()` drive the job; always the same object.
    /// What it shows follows the job: when others change that in the same moment, it may show for an instant what was before.
    ///
    /// Of a job that is no `Job` it is a new one each time, which shows the progress as it is.
    ///
    /// ```swift
    /// let whole = Progress(totalUnitCount: 1)
    /// whole.addChild(job.foundationProgress, withPendingUnitCount: 1)
    /// ```
    public var foundationProgress: Foundation.Progress {
        if let job = self as? any ObservedJob { return job.observer { ProgressMirror() }.progress(of: job) }
        let shown = Foundation.Progress(totalUnitCount: 100)
        shown.completedUnitCount = Int64(rounding: progress, .down) ?? 0
        return shown
    }

    /// Has somebody told of what users do with the ``foundationProgress``, until he is forgotten, as he is to be when he ends.
    package func tellOfProgress(_ listener: any JobProgressListener) { mirror?.tell(listener) }

    /// Has the ``foundationProgress`` look again: what was pending is not any more.
    package func showProgress() { mirror?.changed(self) }

    /// Has somebody told no more.
    package func forget(listener: ObjectIdentifier) { mirror?.forget(listener) }

    private var mirror: ProgressMirror? { (self as? any ObservedJob)?.observer { ProgressMirror() } }
}
