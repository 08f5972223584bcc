import CairnCallbacks
public import CairnCore
import CairnTasks
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
open class AGSJob: NSObject, AGSRemoteResource, AGSJSONSerializable, AGSUntypedJob, ProgressReporting {
    /// The job this one drives.
    public let job: any JobProtocol
    private let shown: ShownJob
    private let (shownResult, shownParameters) = (ShownObject(), ShownObject())
    private let held = HeldCredential()
    private let wasStarted = Atomic(false)
    private let unknown = Mutex<JSONValue?>(nil)
    /// What is still to be brought when the job has ended.
    private let fetch: ResultFetch

    /// A job of Cairn for old callers.
    public required init(_ job: any JobProtocol) {
        self.job = job
        fetch = ResultFetch(job, Self.fetchBody(of: job), canBeGivenUp: Self.resultCanBeGivenUp)
        shown = ShownJob(job, fetch)
        fetch.tell(shown)
        job.tellOfProgress(fetch)
    }

    // MARK: - For subclasses

    /// The kind of work that this class is for; nil for any.
    open class var workKind: String? { nil }
    /// What old callers get for the output of the job; the default is the output itself. Called on any thread, and what it has made first is kept.
    open func makeResult(from output: any Sendable) -> Any { output }
    /// What old callers get for that with which the job was made; the default is nil. Called on any thread, and what it has made first is kept.
    open func makeParameters() -> Any? { nil }
    /// How what is not in the output is brought before the job shows that it has succeeded; nil if there is nothing to bring.
    class func fetchBody(of job: any JobProtocol) -> ResultFetch.Body? { nil }
    /// Whether what is brought is elsewhere, so that it can be given up: of a file or a folder that is in its place it would not be true.
    class var resultCanBeGivenUp: Bool { false }

    // MARK: - State

    /// What the job is for.
    open var jobType: AGSJobType { .unknown }
    /// The address of the service that does the work; nil if it is not one alone.
    open var url: URL? { nil }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// the job is started. Nil until it was set; it is never part of a job's JSON. A job without a ``url`` has none.
    open var credential: AGSCredential? {
        get { held.value }
        set {
            guard let url, let access = (job as? any ServiceJob)?.access else { return }
            held.found(ServiceClient(url: url, transport: access.transport, credential: access.credentials))
            held.value = newValue
        }
    }
    /// How its requests are sent, as those of the task that made it, which share it; nil for the global configuration. A job of an object of Cairn's, or
    /// restored, sends them as that does, and one without a ``url`` has none.
    open var requestConfiguration: AGSRequestConfiguration? {
        get { url == nil ? nil : (transport as? ConfiguredTransport)?.configuration ?? held.configuration }
        set {
            guard let url, let access = (job as? any ServiceJob)?.access else { return }
            held.found(ServiceClient(url: url, transport: access.transport, credential: access.credentials))
            held.configuration = newValue
        }
    }
    private var transport: (any HTTPTransport)? { (job as? any ServiceJob)?.access?.transport }
    /// Where the job stands.
    #if CAIRN_OBJC
        @objc
    #endif
    open var status: AGSJobStatus { shown.status }
    /// The messages so far.
    #if CAIRN_OBJC
        @objc
    #endif
    open var messages: [AGSJobMessage] { shown.messages.map(AGSJobMessage.init) }
    /// Shows the progress; its `pause()`, `resume()` and `cancel()` drive the job.
    open var progress: Progress { job.foundationProgress }
    /// Why the job has failed.
    #if CAIRN_OBJC
        @objc
    #endif
    open var error: (any Error)? { shown.error }
    /// The id of the job on the server; empty until there is one.
    open var serverJobID: String { job.serverJobIDs.first ?? "" }

    final var anyResult: Any? { shown.result.map(result(of:)) }
    final var anyParameters: Any? { shownParameters.value(makeParameters) }

    private func result(of output: any Sendable) -> Any { shownResult.known ?? shownResult.keep(makeResult(from: output)) }

    // MARK: - Commands

    /// Starts the job, or resumes it, or joins those who have.
    open func start(statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (Any?, (any Error)?) -> Void) {
        let queue = CallbackQueue.ofCaller
        let done = Callback<JobOutcome>(on: queue) { [self] outcome in
            completion(outcome.output.map(result(of:)), outcome.error)
        }
        // First: nobody sees that a job has succeeded whose result is not here.
        let isOwed = fetch.expect()
        let hadEnded = shown.wake() || isOwed && job.status.isFinished
        #if CAIRN_OBJC
            shown.belong(to: self)
        #endif
        shown.refresh()
        let follower = JobFollower(job, fetch, isNews: hadEnded, handler: statusHandler.map { Handler(on: queue, $0) }, done)
        let isFirst = !wasStarted.exchange(true, ordering: .relaxed)
        do { if !hadEnded, !fetch.isUnderWay { try job.start() } } catch {
            // It may have succeeded in this moment; and of one that is cancelled already that is told.
            guard fetch.isUnderWay || Self.tells(of: error, isFirst: isFirst) else {
                fetch.expectNoMore()
                shown.refresh()
                _ = done.callLater(JobOutcome(.failure(error)))
                return
            }
        }
        // Ends with the job. Old code's jobs are called from any thread, as they always were; this one is only kept.
        let kept = Carried(self)
        Task {
            await follower.follow()
            withExtendedLifetime(kept) {}
        }
    }

    /// Whether who starts a job that cannot be is told how it has ended, and not that it has: he could not know that it was cancelled.
    private static func tells(of error: any Error, isFirst: Bool) -> Bool {
        switch error {
        case JobError.alreadyFinished(.canceling): true
        case JobError.alreadyFinished(.canceled): isFirst
        default: false
        }
    }

    /// Cancels the job, on the server too, and reports an error if that could not be done.
    @discardableResult
    open func cancel(completion: (((any Error)?) -> Void)?) -> any AGSCancelable {
        let (job, status) = (job, job.status)
        // The status changes before this returns.
        job.cancelUnlessFailed()
        let hasGivenUp = fetch.cancel() || fetch.isCancelled
        return OperationCancelable {
            if hasGivenUp { return }
            if status.isFinished, status != .canceled { throw JobError.alreadyFinished(status) }
            try await job.cancelAndWait()
        } completion: { (_: Void?, error) in
            completion?(error)
        }
    }

    /// Cancels the job; false if it had ended, or can only succeed now.
    @available(*, deprecated, message: "use progress.cancel(), or cancel(completion:)")
    @discardableResult
    open func cancel() -> Bool {
        let hadEnded = job.status.isFinished
        // It may have ended in this moment, or go through with it.
        let isCancelled = job.cancelUnlessFailed()
        return fetch.cancel() || !hadEnded && isCancelled
    }

    /// Pauses the job; whether it is paused now.
    @available(*, deprecated, message: "use progress.pause()")
    @discardableResult
    open func pause() -> Bool {
        if shown.isAsleep { return true }
        job.pause()
        return job.status == .paused
    }

    /// Asks the server now if the job is waiting to ask it, and reports when that has answered, or why it could not be asked.
    @discardableResult
    open func checkStatus(completion: (((any Error)?) -> Void)?) -> any AGSCancelable {
        // Before this returns.
        let check = (job as? any ObservedJob)?.beginCheck()
        return OperationCancelable {
            try await check?.answered()
        } completion: { (_: Void?, error) in
            completion?(error)
        }
    }

    // MARK: - JSON

    /// The job as a dictionary that property lists can hold.
    open func toJSON() throws -> Any {
        do {
            guard let record = job.storedRecord else { throw JobError.notStorable(reason: "a job that has no record") }
            return try JSONSerialization.jsonObject(with: record.json(relativeTo: .standard).data())
        } catch {
            throw AGSError.legacy(error)
        }
    }

    /// What the dictionary that the job was restored from held beyond what is known here; nil if nothing.
    open var unknownJSON: [String: Any]? {
        guard let unknown = unknown.withLock(\.self) else { return nil }
        return (try? JSONSerialization.jsonObject(with: unknown.data())) as? [String: Any]
    }

    /// What of that is known and not supported: nothing, so it is nil.
    open var unsupportedJSON: [String: Any]? { nil }

    /// Keeps what means nothing here of the dictionary of a job.
    final func keepUnknown(_ json: JSONValue) {
        guard case .object(let members) = json else { return }
        let strange = members.filter { !JobRecord.memberNames.contains($0.key) }
        unknown.withLock { $0 = strange.isEmpty ? nil : .object(strange) }
    }
}
