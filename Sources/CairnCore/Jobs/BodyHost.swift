import Foundation

/// What a body can do to its job: as long as the claim stands under which the body was begun.
///
/// A body that does not notice that the claim was lost, and a task that it has left behind, change nothing any more, and are told `claimLost`
/// when they want to save: somebody else may have gone on with the job since.
final class BodyHost<Work: JobWork>: JobHost {
    private let job: Job<Work>
    /// The token of the claim; nil for a job without a store.
    private let token: Int?
    private let bodyID: Int
    private let body: Task<Void, Never>?
    let enrolled = EnrolledChildren()

    init(_ job: Job<Work>, token: Int?, bodyID: Int, _ body: Task<Void, Never>?) {
        (self.job, self.token, self.bodyID, self.body) = (job, token, bodyID, body)
    }

    var jobID: UUID { job.id }
    var configuration: JobConfiguration { job.configuration }
    var time: ElapsedTime { job.time }

    func checkMaySubmit(_ kind: String) throws {
        let status = whileItCounts { state, _ in state.status }
        if status == nil || status == .canceling || status == .canceled { throw stopped() }
    }

    func commit() throws {
        let isRunning = whileItCounts { [bodyID] state, _ in
            guard state.status == .started, state.bodyID == bodyID else { return false }
            state.commitment = state.commitment ?? Commitment()
            return true
        }
        if isRunning != true { throw stopped() }
    }

    var isStoppedTooLate: Bool { job.state.read { $0.commitment?.asked != nil } }

    /// What a stopped body is told. Its task is cancelled first: who stops it may not have come to that yet, and work that sees a
    /// `CancellationError` while it is not cancelled takes it for a failure.
    private func stopped() -> CancellationError {
        body?.cancel()
        return CancellationError()
    }

    func nextCall() -> Int { job.nextCall() }

    func node(at path: [String]) -> JobNode? {
        job.state.read { $0.node[path[...]] }
    }

    func change<Result: Sendable>(
        _ path: [String], wantsSaving: Bool, _ change: @Sendable (inout JobNode) -> Result
    ) -> Result? {
        whileItCounts { [job] state, wakes in
            if state.isOver || state.isDone { return nil }
            let result = state.node.update(at: path[...], change)
            // A stopped job's record tells of all that was done: what is done now has no later save to come with.
            if wantsSaving || state.status == .paused { job.saveSoon(&state, &wakes) }
            if !state.status.isFinished { state.raiseProgress(&wakes) }
            return result
        } ?? nil
    }

    func saved() async throws {
        do {
            try await job.flush(.tolerance) { [token] in $0.counts(token) }
            for keeper in job.state.read(\.recordKeepers) { await keeper.keep() }
        } catch is CancellationError {
            throw stopped()
        }
    }

    func submitted(_ serverJobID: String, at path: [String]) -> Bool {
        let date = configuration.date()
        return whileItCounts { [job] state, wakes in
            if state.isOver || state.isDone { return false }
            let isNoted: Void? = state.node.update(at: path[...]) { node in
                node.serverJobIDs.append(serverJobID)
                node.submitted = date
            }
            if isNoted == nil { return false }
            guard state.ledger.tenure.isStored else {
                state.tellRecordKeepers(&wakes)
                return true
            }
            job.saveSoon(&state, &wakes)
            state.ledger.submitted.append(SubmittedServerJob(id: serverJobID, path: path, version: state.ledger.version))
            return true
        } ?? false
    }

    func leave(_ serverJobID: String, at path: [String]) -> Bool {
        job.state.change { state, _ in state.ledger.leave(serverJobID, at: path) }
    }

    func disown(_ serverJobID: String, at path: [String]) async {
        await job.disown(serverJobID, at: path)
    }

    func cancelServerJobs(ofChildAt path: [String]) async -> [String] {
        // Whoever has the job now may wait for them.
        guard whileItCounts({ _, _ in true }) == true else { return [] }
        return await job.cancelServerJobs(ofChildAt: path)
    }

    func post(_ message: JobMessage) {
        whileItCounts { [job] state, wakes in job.note(message, &state, &wakes) }
    }

    func enter(_ path: [String], _ child: ChildWork) -> Bool {
        whileItCounts { state, wakes in
            guard state.busy.insert(path).inserted else { return false }
            state.keep(child, at: path, &wakes)
            return true
        } ?? true
    }

    func leave(_ path: [String]) {
        job.state.change { state, _ in _ = state.busy.remove(path) }
    }

    func answered(_ operation: OutageClocks.Operation) {
        whileItCounts { state, _ in state.outages.answered(operation) }
    }

    func failed(_ operation: OutageClocks.Operation) -> Duration {
        let now = time.now
        return whileItCounts { state, _ in state.outages.failed(operation, at: now) } ?? configuration.outage.tolerance
    }

    func ended(_ operation: OutageClocks.Operation) {
        let now = time.now
        // A body that has been stopped may have a successor that waits for its end.
        whileItCounts { state, _ in
            state.outages.ended(operation, at: now, isStopping: state.status != .started || state.bodyID != bodyID)
        }
    }

    func makeSleeper(for duration: Duration) -> (id: Int, sleeper: Task<Void, Never>) {
        job.makeSleeper(for: duration)
    }

    func forgetSleeper(_ id: Int) {
        job.state.change { state, _ in state.sleepers[id] = nil }
    }

    func asked(after sleep: Int?, _ trouble: (any Error)?) {
        guard let sleep else { return }
        job.state.change { state, wakes in state.checks.asked(after: sleep, trouble, &wakes) }
    }

    @discardableResult
    private func whileItCounts<Result: Sendable>(
        _ body: (inout JobState<Work.Output>, inout Wakes) -> Result
    ) -> Result? {
        job.state.change { state, wakes in state.counts(token) ? body(&state, &wakes) : nil }
    }
}
