import CairnCallbacks
public import CairnCore
public import Foundation
import Synchronization

/// A piece of long work, for callers with closures.
///
/// ```swift
/// let job = AGSJob(try Job(work, services: services))
/// job.start(statusHandler: { status in print(status) }) { result, error in print(result as Any, error as Any) }
/// ```
///
/// Handlers of a job started from the main queue come there, others anywhere. The status handler is called when the status changes
/// and when a message comes. A finished job cannot be started again. One restored from JSON that had ended shows `paused`, and delivers its
/// outcome when it is started. The job must be kept while it runs.
open class AGSJob: NSObject, AGSJSONSerializable, ProgressReporting, @unchecked Sendable {
    // Proof: `job` is set once and is an actor; `follower` is behind a lock. A subclass's own state is its own affair.
    /// The job this one drives.
    public let job: any JobProtocol
    private let follower = Mutex<Task<Void, Never>?>(nil)
    /// Whether the job had ended when it came here, and has not been started yet.
    private let isDormant: Atomic<Bool>

    /// A job of Cairn for old callers.
    public required init(_ job: any JobProtocol) {
        self.job = job
        isDormant = Atomic(job.status.isFinished)
    }

    private var isAsleep: Bool { isDormant.load(ordering: .acquiring) }

    /// The kinds of work that `fromJSON(_:)` knows: register those that are to be restored.
    public static let kinds = JobKinds()

    /// Where the job stands.
    public var status: AGSJobStatus { isAsleep ? .paused : AGSJobStatus(job.status) }
    /// The messages so far.
    public var messages: [AGSJobMessage] { job.messages.map(AGSJobMessage.init) }
    /// Shows the progress; its `pause()`, `resume()` and `cancel()` drive the job.
    public var progress: Progress { job.foundationProgress }
    /// The output of a job that has succeeded.
    public var result: Any? { if isAsleep { nil } else { job.anyOutput } }
    /// Why the job has failed.
    public var error: (any Error)? { isAsleep ? nil : job.error.map(AGSError.legacy) }
    /// The id of the job on the server; empty until there is one.
    public var serverJobID: String { job.serverJobIDs.first ?? "" }

    /// Starts the job, or resumes it.
    public func start(statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (Any?, (any Error)?) -> Void) {
        let thread = CallbackThread.ofCaller
        let done = Callback<Outcome>(on: thread) { completion($0.result, $0.error) }
        let handler = statusHandler.map { Handler(on: thread, $0) }
        let job = job
        do {
            let follower = Follower(job, handler)
            let hadEnded = isDormant.exchange(false, ordering: .acquiringAndReleasing)
            if !hadEnded { try job.start() }
            let task = Task {
                await follower.follow()
                done(Outcome(await job.anyResult))
            }
            // The one before has nothing more to tell: a job is followed by whoever started it last.
            self.follower.withLock { previous in
                previous?.cancel()
                previous = task
            }
        } catch {
            let outcome = Outcome(result: nil, error: AGSError.legacy(error))
            thread.callLater { done(outcome) }
        }
    }

    /// Cancels the job, on the server too, and reports an error if that could not be done.
    @discardableResult
    public func cancel(completion: (((any Error)?) -> Void)?) -> any AGSCancelable {
        let (job, status) = (job, job.status)
        // The status changes before this returns.
        if !status.isFinished { job.cancel() }
        return OperationCancelable {
            if status.isFinished, status != .canceled { throw JobError.alreadyFinished(status) }
            try await job.cancelAndWait()
        } completion: { (_: Void?, error) in
            completion?(error)
        }
    }

    /// Cancels the job; false if it had ended.
    @discardableResult
    public func cancel() -> Bool {
        if job.status.isFinished { return false }
        job.cancel()
        return true
    }

    /// Pauses the job; whether it is paused now.
    @discardableResult
    public func pause() -> Bool {
        job.pause()
        return job.status == .paused
    }

    /// Asks the server now if the job is waiting to ask it.
    @discardableResult
    public func checkStatus(completion: (((any Error)?) -> Void)?) -> any AGSCancelable {
        job.checkStatus()
        return OperationCancelable({}) { (_: Void?, error) in completion?(error) }
    }

    /// The job as a dictionary that property lists can hold.
    public func toJSON() throws -> Any {
        guard let record = job.storedRecord else { throw JobError.notStorable(reason: "a job that has no record") }
        return try JSONSerialization.jsonObject(with: record.json.data())
    }

    /// The job of that dictionary, paused. Its kind must have been registered with ``kinds``.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        let data = try JSONSerialization.data(withJSONObject: JSONObject)
        return self.init(try kinds.restore(JobRecord(jsonData: data)))
    }

    private struct Outcome: @unchecked Sendable {
        // Proof: an output is Sendable, though `Any` does not say so.
        let result: Any?
        let error: (any Error)?

        init(_ result: Result<any Sendable, any Error>) {
            switch result {
            case .success(let output): self.init(result: output, error: nil)
            case .failure(let error): self.init(result: nil, error: AGSError.legacy(error))
            }
        }

        init(result: Any?, error: (any Error)?) {
            self.result = result
            self.error = error
        }
    }
}

/// Tells a status handler of every change and every message, in their order, until the job has ended.
private struct Follower: Sendable {
    private let statuses: AsyncStream<JobStatus>
    private let messages: AsyncStream<JobMessage>
    private let seen: Int
    private let handler: Handler<AGSJobStatus>?
    private let job: any JobProtocol

    init(_ job: any JobProtocol, _ handler: Handler<AGSJobStatus>?) {
        self.job = job
        self.handler = handler
        seen = job.messages.count
        statuses = job.statuses
        messages = job.messageUpdates
    }

    func follow() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // The first is what the job was before it was started.
                for await status in statuses.dropFirst() { handler?(AGSJobStatus(status)) }
            }
            group.addTask {
                var count = 0
                for await _ in messages {
                    count += 1
                    if count > seen, !job.status.isFinished { handler?(AGSJobStatus(job.status)) }
                }
            }
        }
    }
}
