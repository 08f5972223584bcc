/// Who keeps the record of a job that has no store of its own.
package protocol RecordKeeper: AnyObject, Sendable {
    /// Something has changed that is to be kept: the status, a checkpoint, the id of a server's job, a message. Called without a lock, on
    /// whichever thread has changed it.
    func recordChanged()
    /// Returns once what there was when it was called is kept: a checkpoint that is saved waits for it.
    func keep() async
}
