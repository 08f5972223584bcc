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
/// Handlers of a job started from the main queue come there, others on a queue of their own. The status handler is called when the status
/// changes and when a message comes. Each start's completion is called once, when the job has ended: starting a job that runs, or is paused,
/// adds handlers to those of the starts before. A finished job cannot be started again. One restored from JSON that had ended shows `paused`,
/// and delivers its outcome when it is started.
///
/// A job that was started keeps itself alive until it has ended, also while it is paused, for its completions are owed: cancel what is not to go on.
open class AGSJob: NSObject, AGSJSONSerializable, ProgressReporting {
    /// The job this one drives.
    public let job: any JobProtocol
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
    open var status: AGSJobStatus { isAsleep ? .paused : AGSJobStatus(job.status) }
    /// The messages so far.
    open var messages: [AGSJobMessage] { job.messages.map(AGSJobMessage.init) }
    /// Shows the progress; its `pause()`, `resume()` and `cancel()` drive the job.
    open var progress: Progress { job.foundationProgress }
    /// The output of a job that has succeeded.
    open var result: Any? { if isAsleep { nil } else { job.anyOutput } }
    /// Why the job has failed.
    open var error: (any Error)? { isAsleep ? nil : job.error.map(AGSError.legacy) }
    /// The id of the job on the server; empty until there is one.
    open var serverJobID: String { job.serverJobIDs.first ?? "" }

    /// Starts the job, or resumes it, or joins those who have.
    open func start(statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (Any?, (any Error)?) -> Void) {
        let queue = CallbackQueue.ofCaller
        let done = Callback<JobOutcome>(on: queue) { completion($0.result, $0.error) }
        let follower = JobFollower(job, handler: statusHandler.map { Handler(on: queue, $0) }, done)
        let hadEnded = isDormant.exchange(false, ordering: .acquiringAndReleasing)
        do {
            if !hadEnded { try job.start() }
            // Ends with the job. Old code's jobs are called from any thread, as they always were; this one is only kept.
            let kept = Carried(self)
            Task {
                await follower.follow()
                withExtendedLifetime(kept) {}
            }
        } catch {
            done.callLater(JobOutcome(result: nil, error: AGSError.legacy(error)))
        }
    }

    /// Cancels the job, on the server too, and reports an error if that could not be done.
    @discardableResult
    open func cancel(completion: (((any Error)?) -> Void)?) -> any AGSCancelable {
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
    open func cancel() -> Bool {
        if job.status.isFinished { return false }
        job.cancel()
        return true
    }

    /// Pauses the job; whether it is paused now.
    @discardableResult
    open func pause() -> Bool {
        job.pause()
        return job.status == .paused
    }

    /// Asks the server now if the job is waiting to ask it.
    @discardableResult
    open func checkStatus(completion: (((any Error)?) -> Void)?) -> any AGSCancelable {
        job.checkStatus()
        return OperationCancelable({}) { (_: Void?, error) in completion?(error) }
    }

    /// The job as a dictionary that property lists can hold.
    open func toJSON() throws -> Any {
        guard let record = job.storedRecord else { throw JobError.notStorable(reason: "a job that has no record") }
        return try JSONSerialization.jsonObject(with: record.json(relativeTo: .standard).data())
    }

    /// The job of that dictionary, paused. Its kind must have been registered with ``kinds``.
    ///
    /// - Throws: An error in ``AGSErrorDomain`` for whatever is no job's dictionary.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        do {
            // Asked of the object as it is: to convert a tree of Foundation's arrays takes as much stack as it is deep.
            if type(of: JSONObject) is NSArray.Type {
                throw JobError.unreadable(file: "The dictionary of a job", reason: "it is an array")
            }
            return self.init(try kinds.restore(JobRecord(json: JSONValue(propertyList: JSONObject), roots: .standard)))
        } catch {
            throw AGSError.legacy(error)
        }
    }
}
