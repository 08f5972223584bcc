/// Who is told of each change of a ``JobProgress``.
package protocol ProgressObserver: AnyObject, Sendable {
    /// Takes note of a change, under the lock of the progress.
    func note(_ old: ProgressValues, _ new: ProgressValues, of progress: JobProgress)
    /// Does what is to be done about it, on a queue of the progress's observers and without a lock.
    func tell()
}
