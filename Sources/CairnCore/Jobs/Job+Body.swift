import Synchronization

extension Job {
    /// Runs the work from its checkpoint until it ends or is stopped.
    @concurrent
    nonisolated func runBody(_ id: Int) async {
        do {
            // Claims the job and records that it runs, before anything is done.
            try await flush()
            let output = try await perform()
            // A stopped body's output is in its checkpoint: a resumed one gets there at once.
            if !end(id, .success(output)) { throw CancellationError() }
        } catch {
            await stopped(id, by: error)
        }
    }

    @concurrent
    private nonisolated func perform() async throws -> Work.Output {
        let (end, failure) = state.withLock { ($0.recordedEnd, $0.failure) }
        switch end {
        case .failed: throw failure ?? JobFailure(JobError.alreadyFinished(.failed))
        case .canceled: throw CancellationError()
        default: break
        }
        let services = try makeServices()
        let context = try JobContext<Work>(host: self, path: [], services: services)
        return try await context.ridingOut {
            try Task.checkCancellation()
            return try await self.work.perform(in: try JobContext(host: self, path: [], services: services))
        }
    }

    /// Whether the job has ended by this; not if it was stopped in the last moment.
    private nonisolated func end(_ id: Int, _ outcome: Result<Work.Output, any Error>) -> Bool {
        let hasEnded = state.withLock { state in
            guard state.bodyID == id, state.status == .started else { return false }
            state.outcome = outcome
            switch outcome {
            case .success:
                state.progress = 100
                progressLevel.send(100)
                change(&state, to: .succeeded)
            case .failure(is CancellationError):
                change(&state, to: .canceled)
            case .failure(let error):
                state.failure = (error as? JobFailure) ?? JobFailure(error)
                change(&state, to: .failed)
            }
            return true
        }
        if hasEnded { mirror.update(from: self) }
        return hasEnded
    }

    private nonisolated func stopped(_ id: Int, by error: any Error) async {
        let (status, isNews) = state.withLock { state -> (JobStatus?, Bool) in
            guard state.bodyID == id else { return (nil, false) }
            state.outage.stop(at: time.now)
            state.isEnding = state.status == .started
            return (state.status, state.recordedEnd == nil && !state.isClaimLost)
        }
        switch status {
        case .started:
            if isNews {
                if !(error is CancellationError) { post(JobMessage(JobFailure(error).message, severity: .error)) }
                await discardPartialResults()
            }
            _ = end(id, .failure(error))
        // In a task of its own: the body's is cancelled, and so would be every request to a server.
        case .canceling: await Task { await windUp(id) }.value
        default: break
        }
    }

    /// Cancels what runs on servers, removes what is half-written, and ends the job as cancelled.
    @concurrent
    nonisolated func windUp(_ id: Int) async {
        let unconfirmed = await cancelServerJobs()
        await discardPartialResults()
        if !unconfirmed.isEmpty {
            let text = JobError.cancellationUnconfirmed(serverJobIDs: unconfirmed).description
            post(JobMessage(text, severity: .warning))
        }
        state.withLock { state in
            guard state.bodyID == id, state.status == .canceling else { return }
            state.unconfirmed = unconfirmed
            state.outcome = .failure(CancellationError())
            change(&state, to: .canceled)
        }
    }

    private nonisolated func cancelServerJobs() async -> [String] {
        var unconfirmed: [String] = []
        for (path, node) in state.withLock({ $0.node.serverJobs() }) {
            let finished = await within(configuration.cancellationTimeout, on: time) {
                try await self.cancel(node, at: path)
            }
            switch finished {
            case .success: break
            case .failure(JobError.cancellationUnconfirmed(let ids)): unconfirmed += ids
            case .failure: unconfirmed += node.serverJobIDs
            }
        }
        return unconfirmed
    }

    private nonisolated func cancel(_ node: JobNode, at path: [String]) async throws {
        if path.isEmpty {
            try await work.cancelServerJobs(node.serverJobIDs, services: makeServices())
        } else if let child = state.withLock({ $0.children[path] }) {
            try await child.cancelServerJobs(node.serverJobIDs)
        } else if let kinds = configuration.kinds {
            try await kinds.cancelServerJobs(of: node)
        } else {
            throw JobError.cancellationUnconfirmed(serverJobIDs: node.serverJobIDs)
        }
    }

    private nonisolated func discardPartialResults() async {
        let children = state.withLock(\.children).sorted { $0.key.count > $1.key.count }
        for (_, child) in children { await child.discardPartialResults() }
        if let services = try? makeServices() { await work.discardPartialResults(services: services) }
    }
}
