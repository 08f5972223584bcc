public import Foundation

/// A job of any kind: what can be done with it without knowing its output's type.
///
/// What has no default is all that a double for tests needs to have.
public protocol JobProtocol: AnyObject, Sendable {
    /// The job's own id, given at birth and kept for good.
    var id: UUID { get }
    /// The stable name of the kind of work.
    var kind: String { get }
    /// Where the job stands.
    var status: JobStatus { get }
    /// What was told last of the status, then every change of it in order.
    ///
    /// With a store a change is told when it is saved. So the first may be behind ``status``: it is `paused` right after `start()` of a job that
    /// was.
    var statuses: AsyncStream<JobStatus> { get }
    /// How much is done, 0…100; it never goes down.
    var progress: Double { get }
    /// The progress, then the newest after each change; the last is never lost.
    var progressUpdates: AsyncStream<Double> { get }
    /// All messages so far.
    var messages: [JobMessage] { get }
    /// Every message from the first on.
    var messageUpdates: AsyncStream<JobMessage> { get }
    /// The error of a job that has failed or was cancelled.
    var error: (any Error)? { get }
    /// The output, whatever its type, of a job that has succeeded, once it is there.
    var anyOutput: (any Sendable)? { get }

    /// Starts the job, or resumes it if paused. Does nothing if it runs.
    func start() throws(JobError)
    /// Stops the job and keeps its checkpoint. Does nothing unless it runs.
    func pause()
    /// Cancels the job. Does nothing if it has succeeded or was cancelled.
    func cancel()

    /// Goes on with a failed job from its last checkpoint. The default is `start()`.
    func retry() throws(JobError)
    /// Asks the server now if the job is waiting to ask it; whether it was. The default has none to ask.
    @discardableResult func checkStatus() -> Bool
    /// The same, and waits until it has answered; throws why it could not be asked. The default does not wait.
    @discardableResult func checkStatusAndWait() async throws -> Bool
    /// Cancels the job and waits until it has ended. The default waits without a limit.
    func cancelAndWait() async throws
    /// How the job ended, with its output whatever its type. Waits until it has, and does not start it. The default has `anyOutput` or
    /// `error`.
    var anyResult: Result<any Sendable, any Error> { get async }
    /// Waits until the job has ended, whichever way; throws only if the waiting task is cancelled. The default watches `statuses`.
    func waitUntilFinished() async throws

    /// The ids of this job and its children on servers. The default has none.
    var serverJobIDs: [String] { get }
    /// The job as it can be stored now; nil, the default, for one that cannot be.
    var storedRecord: JobRecord? { get }
    /// Who has the job, if it is another process and known here. The default is nobody.
    var owner: JobOwner? { get }

    /// Whether the last `start()` came to nothing because somebody else had the job. The default is that nobody can.
    var wasRefused: Bool { get }
    /// Whether something of it is under way here; a body that does not notice that it was stopped is. The default goes by the status.
    var isBusy: Bool { get }
    /// How often the job has been paused here. The default does not know of any.
    var pauses: Int { get }
    /// Whether this process has the job's claim. The default has no store.
    var holdsClaim: Bool { get }

    /// Waits until nothing is under way here: the body has stopped and everything is saved. The default has nothing to wait for.
    func settle() async throws
    /// The newest run, if it came after that of that number, and else the next: waits for it while a job that has failed may be retried. Nil if
    /// none comes, or if the waiting task is cancelled. The default is one run, with `statuses`.
    func nextRun(after number: Int) async -> JobRun?
    /// Ends the waiting for a job that another process has, and asks that process nothing. The default waits for nobody.
    func stopWaiting()
    /// Follows the record of a job that another process may have. The default has no record.
    func follow()
    /// Tells the store that the job's owner lives, and does what others have asked of it through the store. The default has no store.
    func heartbeat() async
    /// Gives a job that is at rest back to the store; whether this process held it. The default has no store.
    @discardableResult func releaseClaim() async throws -> Bool
    /// Removes the job's record from its store, what is half-written, and what it has a server do. The job must be at rest. The default has no store.
    func removeFromStore() async throws
}

extension JobProtocol {
    /// The same as `start()`.
    public func retry() throws(JobError) { try start() }

    /// Has no server to ask.
    @discardableResult public func checkStatus() -> Bool { false }

    /// The same as `checkStatus()`.
    @discardableResult public func checkStatusAndWait() async throws -> Bool { checkStatus() }

    /// Cancels, and waits for the end.
    public func cancelAndWait() async throws {
        cancel()
        try await waitUntilFinished()
        if status != .canceled { throw JobError.alreadyFinished(status) }
    }

    /// What there is when the job has ended.
    public var anyResult: Result<any Sendable, any Error> {
        get async {
            do { try await waitUntilFinished() } catch { return .failure(error) }
            if let anyOutput { return .success(anyOutput) }
            return .failure(error ?? CancellationError())
        }
    }

    /// Watches until a status is final.
    public func waitUntilFinished() async throws {
        for await status in statuses where status.isFinished { return }
        try Task.checkCancellation()
    }

    /// None.
    public var serverJobIDs: [String] { [] }
    /// None.
    public var storedRecord: JobRecord? { nil }
    /// Nobody.
    public var owner: JobOwner? { nil }
    /// Nobody else can have it.
    public var wasRefused: Bool { false }
    /// Started, or being cancelled, and not by another process.
    public var isBusy: Bool { owner == nil && (status == .started || status == .canceling) }
    /// None.
    public var pauses: Int { 0 }
    /// None.
    public var holdsClaim: Bool { false }
    /// Nothing to wait for.
    public func settle() async throws {}
    /// The only one.
    public func nextRun(after number: Int) async -> JobRun? { number < 1 ? JobRun(number: 1, statuses: statuses) : nil }
    /// Nobody to wait for.
    public func stopWaiting() {}
    /// Nothing to follow.
    public func follow() {}
    /// Nobody to tell.
    public func heartbeat() async {}
    /// Nothing to give back.
    @discardableResult public func releaseClaim() async throws -> Bool { false }
    /// Nothing to remove.
    public func removeFromStore() async throws {}
}
