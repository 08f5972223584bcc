public import AGSCompat
import CairnCallbacks
import Foundation

#if os(iOS)
    public import UIKit
#endif

extension JobManager {
    /// Tells that there is something that cannot be read.
    func announceUnreadable() {
        let carried = Carried(self)
        CallbackQueue.main.callLater {
            NotificationCenter.default.post(name: Self.didFindUnreadableEntries, object: carried.value)
        }
    }

    /// Starts every job that is paused, or was not started.
    ///
    /// - Parameters:
    ///   - statusHandler: Is told when the status of one of them changes, and when a message comes.
    ///   - completion: Is called once for each of them, when it has ended.
    public func resumeAllPausedJobs(
        statusHandler: @escaping JobStatusHandler, completion: @escaping JobCompletionHandler
    ) {
        for job in jobs where job.status == .paused || job.status == .notStarted {
            job.start(statusHandler: statusHandler, completion: completion)
        }
    }

    /// Pauses every job that is at work.
    public func pauseAllJobs() {
        for job in jobs where job.status == .started { job.progress.pause() }
    }

    /// Asks the servers now how the jobs stand.
    ///
    /// - Parameter completion: Is called on the main queue once, when all have been asked: with true if no error came of it, as where there is no job.
    @discardableResult
    public func checkStatusForAllJobs(completion: @escaping (Bool) -> Void) -> any AGSCancelable {
        let (group, jobs) = (CancelGroup(), jobs)
        let done = Callback(on: .main, completion)
        if jobs.isEmpty { done.callLater(true) }
        let rest = OpenAnswers(jobs.count)
        group.children = jobs.map { job in
            job.checkStatus { error in
                if let isWhole = rest.came(failed: error != nil) { done(isWhole) }
            }
        }
        return group
    }

    #if os(iOS)
        /// Asks the servers how the jobs stand while the app is in the background.
        @available(iOS, deprecated: 13.0, message: "Please use checkStatusForAllJobs(completion:).")
        public func application(
            application: UIApplication,
            performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
        ) {
            if keyedJobs.isEmpty { return completionHandler(.noData) }
            checkStatusForAllJobs { completionHandler($0 ? .newData : .failed) }
        }
    #endif
}
