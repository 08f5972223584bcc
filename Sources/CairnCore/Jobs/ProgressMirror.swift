import Foundation
import Synchronization

/// Shows a job's progress as a `Foundation.Progress`, made when it is first asked for.
///
/// Updated from here only: `Progress` loses updates that arrive side by side.
final class ProgressMirror: Sendable {
    private let progress = Mutex<Foundation.Progress?>(nil)
    /// Recursive, because an observer may command the job from within an update.
    private let updating = NSRecursiveLock()

    func progress(of job: some JobProtocol) -> Foundation.Progress {
        let mirror = progress.withLock { progress in
            if let progress { return progress }
            let mirror = Self.make(for: job)
            progress = mirror
            return mirror
        }
        update(from: job)
        return mirror
    }

    func update(from job: some JobProtocol) {
        guard let mirror = progress.withLock(\.self) else { return }
        updating.withLock {
            let percent = Int64(job.progress)
            if mirror.completedUnitCount != percent { mirror.completedUnitCount = percent }
        }
    }

    private static func make(for job: some JobProtocol) -> Foundation.Progress {
        let mirror = Foundation.Progress(totalUnitCount: 100)
        mirror.isCancellable = true
        mirror.isPausable = true
        mirror.cancellationHandler = { [weak job] in job?.cancel() }
        mirror.pausingHandler = { [weak job] in job?.pause() }
        mirror.resumingHandler = { [weak job] in try? job?.start() }
        return mirror
    }
}
