public import Foundation

/// A job of any kind: what can be done with it without knowing its output's type.
public protocol JobProtocol: Actor {
    /// The job's own id, given at birth and kept for good.
    nonisolated var id: UUID { get }
    /// The stable name of the kind of work.
    nonisolated var kind: String { get }
    /// Where the job stands.
    nonisolated var status: JobStatus { get }
    /// The status, then every change of it in order.
    nonisolated var statuses: AsyncStream<JobStatus> { get }
    /// How much is done, 0…100; it never goes down.
    nonisolated var progress: Double { get }
    /// The progress, then the newest after each change; the last is never lost.
    nonisolated var progressUpdates: AsyncStream<Double> { get }
    /// All messages so far.
    nonisolated var messages: [JobMessage] { get }
    /// Every message from the first on.
    nonisolated var messageUpdates: AsyncStream<JobMessage> { get }
    /// A mirror of the progress whose `pause()`, `resume()` and `cancel()` drive the job; always the same object.
    nonisolated var foundationProgress: Foundation.Progress { get }
    /// The ids of this job and its children on servers.
    nonisolated var serverJobIDs: [String] { get }
    /// The job as it can be stored now.
    nonisolated var record: JobRecord { get }
    /// The error of a job that has failed or was cancelled.
    nonisolated var error: (any Error)? { get }

    /// The output, whatever its type, of a job that has succeeded.
    nonisolated var anyOutput: (any Sendable)? { get }

    /// Starts the job, or resumes it if paused. Does nothing if it runs.
    nonisolated func start() throws
    /// Stops the job and keeps its checkpoint. Does nothing unless it runs.
    nonisolated func pause()
    /// Cancels the job. Does nothing if it has ended.
    nonisolated func cancel()
    /// Cancels the job and waits until it has ended.
    nonisolated func cancel() async throws
    /// Asks the server now if the job is waiting to ask it; whether it was.
    @discardableResult nonisolated func checkStatus() -> Bool
    /// Waits until the job has ended, whichever way; throws only if the waiting task is cancelled.
    nonisolated func waitUntilFinished() async throws
    /// Waits until nothing is under way: the body has stopped and everything is saved.
    nonisolated func settle() async throws
    /// Tells the store that the job's owner lives, and does what others have asked of it through the store.
    func heartbeat() async
    /// Removes the job's record from its store. The job must have ended, or be paused.
    func removeFromStore() async throws
}
