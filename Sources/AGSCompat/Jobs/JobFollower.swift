import CairnCallbacks
import CairnCore
import Synchronization

/// How a job has ended, for old callers: with an output or an error.
struct JobOutcome: Sendable {
    let output: (any Sendable)?
    let error: (any Error)?

    init(_ result: Result<any Sendable, any Error>) {
        switch result {
        case .success(let output): (self.output, error) = (output, nil)
        case .failure(let error): (output, self.error) = (nil, AGSError.legacy(error))
        }
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
    private let fetch: ResultFetch
    private let isNews: Bool

    /// Sees everything from now on.
    ///
    /// - Parameter isNews: Whether old callers have been shown another status than the one the job has.
    init(
        _ job: any JobProtocol, _ fetch: ResultFetch, isNews: Bool, handler: Handler<AGSJobStatus>?,
        _ completion: Callback<JobOutcome>
    ) {
        (self.job, self.fetch, self.isNews) = (job, fetch, isNews)
        self.handler = handler
        self.completion = completion
        seen = job.messages.count
        statuses = job.statuses
        messages = job.messageUpdates
    }

    @concurrent
    func follow() async {
        let told = Mutex<AGSJobStatus?>(nil)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await followMessages(told) }
            var isFirst = !isNews
            // That it has succeeded is told when all of its result is here.
            for await status in statuses where status != .succeeded {
                let status = AGSJobStatus(status)
                // Under the lock, for a call only goes on a queue there: what a message brings about is not told after what came later.
                told.withLock { told in
                    told = status
                    if !isFirst { handler?(status) }
                }
                isFirst = false
            }
        }
        completion(JobOutcome(await result()))
        handler?.end()
    }

    private func result() async -> Result<any Sendable, any Error> {
        let result = await job.anyResult
        // Of one that has succeeded the output may not be there any more, which the fetch finds, too.
        guard job.status == .succeeded else {
            fetch.expectNoMore()
            return result
        }
        let fetched = await fetch.fetch()
        handler?(AGSJobStatus(fetched))
        return fetched
    }

    /// A message makes the status be told again, but for one that is paused or has ended.
    private func followMessages(_ told: borrowing Mutex<AGSJobStatus?>) async {
        var count = 0
        for await _ in messages {
            count += 1
            if count <= seen { continue }
            told.withLock { told in
                if let told, told == .started || told == .canceling { handler?(told) }
            }
        }
    }
}
