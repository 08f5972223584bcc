import Foundation

extension Job {
    /// Runs the work from its checkpoint until it ends or is stopped.
    @concurrent
    nonisolated func runBody(_ id: Int) async {
        do {
            // Claims the job and records that it runs, before anything is done.
            try await flush(.tolerance)
            guard let host = host(for: id) else { throw CancellationError() }
            let services = try makeServices()
            let output = try await host.ridingOut(OutageClocks.Operation(path: []), Work.transience(of:)) {
                try await work.perform(in: try context(host, services))
            }
            // A stopped body's output is in its checkpoint: a resumed one gets there at once.
            if !succeed(id, output) { throw CancellationError() }
        } catch {
            await stopped(id, by: error)
        }
    }

    /// What a body that still counts works with, under the claim that there is now.
    private nonisolated func host(for id: Int) -> BodyHost<Work>? {
        let files = work.partialFiles.map(\.path)
        return state.change { state, _ in
            guard state.bodyID == id, state.status == .started, !state.ledger.tenure.isElsewhere else { return nil }
            state.node.name(partialFiles: files)
            return BodyHost(self, token: state.ledger.tenure.claim?.token, bodyID: id, state.body)
        }
    }

    // Not inlined: what is needed for a moment would be in the frame of a body that runs for hours.
    @inline(never)
    private nonisolated func context(_ host: BodyHost<Work>, _ services: Work.Services) throws -> JobContext<Work> {
        try Task.checkCancellation()
        return try JobContext(host: host, path: [], services: services)
    }

    /// Whether a body still counts, and the job stands where it thinks.
    nonisolated func isCurrent(_ id: Int, _ status: JobStatus) -> Bool {
        state.read { $0.bodyID == id && $0.status == status && !$0.ledger.tenure.isElsewhere }
    }

    /// Whether the job has ended by this; not if it was stopped in the last moment.
    private nonisolated func succeed(_ id: Int, _ output: Work.Output) -> Bool {
        state.change { state, wakes in
            guard state.bodyID == id, state.status == .started else { return false }
            state.setOutcome(.success(output), &wakes)
            state.raiseProgress(to: 100, &wakes)
            state.node.forgetPartialFiles()
            change(&state, to: .succeeded, &wakes)
            return true
        }
    }

    private nonisolated func stopped(_ id: Int, by error: any Error) async {
        let now = time.now
        let failure = JobFailure(error, isRetryable: Self.mayPass(error))
        let isCanceling = state.change { state, wakes in
            // The next body begins after this, and goes on from there.
            state.outages.stop(at: now)
            guard state.bodyID == id else { return false }
            if state.status == .started { end(&state, by: error, failure, &wakes) }
            return state.status == .canceling
        }
        // In a task of its own: the body's is cancelled, and so would be every request to a server.
        if isCanceling { await Task { await windUp(id) }.value }
    }

    /// Under the lock: a body that was not stopped has ended. What was asked of it too late is done now.
    private nonisolated func end(
        _ state: inout JobState<Work.Output>, by error: any Error, _ failure: JobFailure, _ wakes: inout Wakes
    ) {
        switch state.commitment?.asked {
        case .pause: change(&state, to: .paused, &wakes)
        case .start where error is CancellationError:
            change(&state, to: .paused, &wakes)
            begin(&state, &wakes)
        case .cancel: change(&state, to: .canceling, &wakes)
        case _ where error is CancellationError: change(&state, to: .canceling, &wakes)
        case nil, .start: fail(&state, error, failure, &wakes)
        }
    }

    /// Under the lock: the job ends as failed. What is half-written stays, for it may be retried.
    private nonisolated func fail(
        _ state: inout JobState<Work.Output>, _ error: any Error, _ failure: JobFailure, _ wakes: inout Wakes
    ) {
        note(JobMessage(failure.message, severity: .error), &state, &wakes)
        state.setOutcome(.failure(error), &wakes)
        state.failure = failure
        change(&state, to: .failed, &wakes)
    }

    /// Whether the same again, from the checkpoint, may go better.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as JobError: return error.mayPass
        case let error as JobFailure: return error.isRetryable
        default:
            if case .transient = Work.transience(of: error) { return true }
            return Work.canBeRetried(after: error)
        }
    }
}
