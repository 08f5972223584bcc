/// Who wants to know what users do with the `Foundation.Progress` of a job, after the job does. Told on the user's thread, without a lock.
package protocol JobProgressListener: AnyObject, Sendable {
    /// It was cancelled, perhaps after the job had ended.
    func progressWasCancelled()
    /// Whether something is still to be done when the job has succeeded: until then its progress does not come to its end.
    var isPending: Bool { get }
    /// The job, which was paused, was started by it.
    func progressHasResumed()
}
