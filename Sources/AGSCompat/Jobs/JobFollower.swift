import CairnCallbacks
import CairnCore
import Synchronization

/// How a job has ended, for old callers: a result or an error.
struct JobOutcome: @unchecked Sendable {
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

/// Tells the handlers of one start of every change and every message, in their order, until the job has ended.
struct JobFollower: Sendable {
    private let statuses: AsyncStream<JobStatus>
    private let messages: AsyncStream<JobMessage>
    private let seen: Int
    private let handler: Handler<AGSJobStatus>?
    private let completion: Callback<JobOutcome>
    private let job: any JobProtocol

    /// Sees everything from now on.
    init(_ job: any JobProtocol, handler: Handler<AGSJobStatus>?, _ completion: Callback<JobOutcome>) {
        self.job = job
        self.handler = handler
        self.completion = completion
        seen = job.messages.count
        statuses = job.statuses
        messages = job.messageUpdates
    }

    /// - Parameter note: Takes every status but the one that the job was in before.
    @concurrent
    func follow(_ note: @Sendable (JobStatus) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await followMessages() }
            var isFirst = true
            for await status in statuses {
                defer { isFirst = false }
                if isFirst { continue }
                note(status)
                handler?(AGSJobStatus(status))
            }
        }
        // Cancelled by who had the job, and has let it go where it stood.
        if Task.isCancelled, !job.status.isFinished { return }
        let job = job
        completion(JobOutcome(await Task { await job.anyResult }.value))
        handler?.end()
    }

    private func followMessages() async {
        var count = 0
        for await _ in messages {
            count += 1
            if count > seen, !job.status.isFinished { handler?(AGSJobStatus(job.status)) }
        }
    }
}

/// The followers of a job, one for each start. They keep its object while the job is under way, and end with it when it is not.
final class JobFollowers: Sendable {
    private struct State: Sendable {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastTask = 0
        var ended: Set<Int> = []
        /// Set while the job is under way.
        var owner: Carried<AGSJob>?
        var isCancelled = false
    }

    private let state = Guarded(State())

    /// Old code's jobs are called from any thread, as they always were; this one is only kept.
    func add(_ follower: JobFollower, of owner: AGSJob) {
        let id = state.change { state, _ in
            state.lastTask += 1
            return state.lastTask
        }
        keep(owner)
        let weak = WeakJob(owner)
        let task = Task {
            await follower.follow { status in
                switch status {
                case .started, .canceling: keep(weak.job)
                case .paused: letGo()
                case .notStarted, .succeeded, .failed, .canceled: break
                }
            }
            forget(id)
        }
        state.change { state, wakes in
            if state.isCancelled {
                wakes.cancel(task)
            } else if !state.ended.contains(id) {
                state.tasks[id] = task
            }
        }
    }

    private func keep(_ owner: AGSJob?) {
        guard let owner else { return }
        state.change { state, _ in state.owner = Carried(owner) }
    }

    private func letGo() {
        state.change { state, wakes in
            if let owner = state.owner.take() { wakes.release(owner) }
        }
    }

    private func forget(_ id: Int) {
        state.change { state, wakes in
            if let task = state.tasks.removeValue(forKey: id) { wakes.release(task) }
            state.ended.insert(id)
            // Each follower has told what there is to tell.
            guard state.ended.count == state.lastTask, let owner = state.owner.take() else { return }
            wakes.release(owner)
        }
    }

    func cancel() {
        state.change { state, wakes in
            state.isCancelled = true
            for task in state.tasks.values { wakes.cancel(task) }
            state.tasks = [:]
        }
    }
}

/// A job's object, for who must not keep it.
private struct WeakJob: @unchecked Sendable {
    // Proof: a weak reference is loaded atomically.
    weak var job: AGSJob?

    init(_ job: AGSJob) { self.job = job }
}
