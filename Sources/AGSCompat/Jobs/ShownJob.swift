import CairnCallbacks
import CairnCore
import Foundation
import Synchronization

/// A job as old callers see it: one that had ended when it came here sleeps until it is started, and one that has succeeded is at work until its
/// result is here.
///
/// Observers are told on a queue of their own, of every status in order; from the first of them on the job is followed, until this is let go of.
final class ShownJob: Sendable {
    struct Snapshot: Sendable {
        var status: AGSJobStatus
        var messageCount: Int
        var error: (any Error)?
        var hasResult: Bool

        func keys(after old: Snapshot) -> Set<ObservedKey> {
            var keys: Set<ObservedKey> = status == old.status ? [] : [.status]
            if messageCount != old.messageCount { keys.insert(.messages) }
            if (error == nil) != (old.error == nil) || error != nil && status != old.status { keys.insert(.error) }
            if hasResult != old.hasResult { keys.insert(.result) }
            return keys
        }
    }

    /// What observers know, and how the job stood then; nothing as long as there were none.
    private struct Watch: Sendable {
        var observers = Observers()
        var status: JobStatus
        var seen: Snapshot
        let queue = CallbackQueue()
        var follower: Task<Void, Never>?
    }

    private let job: any JobProtocol
    private let fetch: ResultFetch
    private let isDormant: Atomic<Bool>
    private let watch = Guarded<Watch?>(nil)

    init(_ job: any JobProtocol, _ fetch: ResultFetch) {
        (self.job, self.fetch) = (job, fetch)
        isDormant = Atomic(job.status.isFinished)
    }

    deinit { watch.read { $0?.follower }?.cancel() }

    /// Whether the job had ended when it came here, and has not been started yet.
    var isAsleep: Bool { isDormant.load(ordering: .acquiring) }

    /// It is started; whether it was asleep.
    func wake() -> Bool { isDormant.exchange(false, ordering: .acquiringAndReleasing) }

    // MARK: - What is seen

    var status: AGSJobStatus { told(reading: .status)?.status ?? status(job.status) }
    var error: (any Error)? { if let told = told(reading: .error) { told.error } else { error(job.status) } }
    var messages: [JobMessage] {
        let count = told(reading: .messages)?.messageCount ?? .max
        return Array(job.messages.prefix(count))
    }
    var result: (any Sendable)? { told(reading: .result)?.hasResult ?? !isAsleep ? fetch.value : nil }

    private func told(reading key: ObservedKey) -> Snapshot? {
        StateReads.note(self, key) { [self] observer in startWatching { $0.observers.add(observer) } }
        return ShownState.value(of: self)
    }

    private func status(_ status: JobStatus) -> AGSJobStatus {
        if isAsleep { return .paused }
        // How its result has ended stays, whoever waits for it.
        let hasFetch = fetch.isAwaited || fetch.outcome != nil
        return status == .succeeded && hasFetch ? AGSJobStatus(fetch.outcome) : AGSJobStatus(status)
    }

    private func error(_ status: JobStatus) -> (any Error)? {
        if isAsleep { return nil }
        // What is told of the job may be behind it, and its result.
        guard status.isFinished else { return nil }
        if case .failure(let error)? = fetch.outcome { return AGSError.legacy(error) }
        return job.error.map(AGSError.legacy)
    }

    private func snapshot(_ jobStatus: JobStatus, messageCount: Int) -> Snapshot {
        let status = status(jobStatus)
        return Snapshot(
            status: status, messageCount: messageCount, error: error(jobStatus),
            hasResult: status == .succeeded && fetch.value != nil)
    }

    // MARK: - Observers

    #if CAIRN_OBJC
        /// Foundation tells nobody that an object is observed, so every job that is started counts as observed.
        func belong(to object: AGSJob) {
            let carried = Carried(object)
            startWatching { $0.observers.belong(to: carried.value) }
        }
    #endif

    @discardableResult
    private func startWatching(_ body: @Sendable (inout Watch) -> Void) -> Snapshot {
        watch.change { watch, _ in
            var known = watch ?? begin()
            body(&known)
            watch = known
            return known.seen
        }
    }

    /// Observers begin with what was told last, for that is what the first change comes after.
    private func begin() -> Watch {
        let messageCount = job.messages.count
        let (run, status) = (job as? any ObservedJob)?.presentRun ?? (JobRun(number: 1, statuses: job.statuses), job.status)
        var watch = Watch(status: status, seen: snapshot(status, messageCount: messageCount))
        watch.follower = Task { [weak self, job] in
            await Self.follow(job, run) { [weak self] status, count in self?.note(status, messageCount: count) }
        }
        return watch
    }

    private static func follow(
        _ job: any JobProtocol, _ first: JobRun, _ note: @escaping @Sendable (JobStatus?, _ messageCount: Int) -> Void
    ) async {
        var next: JobRun? = first
        while let run = next {
            let messages = job.messageUpdates
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    var count = 0
                    for await _ in messages {
                        count += 1
                        note(nil, count)
                    }
                }
                for await status in run.statuses { note(status, 0) }
            }
            next = await job.nextRun(after: run.number)
        }
    }

    /// Something besides the job's own status has changed that is seen of it.
    func refresh() { note(nil, messageCount: 0) }

    private func note(_ status: JobStatus?, messageCount: Int) {
        watch.change { watch, wakes in
            guard var new = watch else { return }
            let old = new.seen
            new.status = status ?? new.status
            new.seen = snapshot(new.status, messageCount: max(old.messageCount, messageCount))
            watch = new
            let keys = new.seen.keys(after: old)
            wakes.release(old)
            if keys.isEmpty { return }
            let announcement = new.observers.note(StateChange(state: ObjectIdentifier(self), old: old, new: new.seen, keys: keys))
            if !announcement.isEmpty { wakes.call { [queue = new.queue] in queue.callLater { announcement.tell() } } }
        }
    }
}
