import Synchronization

extension Job {
    /// Cancels what runs on servers, removes what is half-written, and ends the job as cancelled. Only who has the claim does that.
    @concurrent
    nonisolated func windUp(_ id: Int) async {
        guard await isOurs(id), isCurrent(id, .canceling) else { return }
        // The record says so before anything is undone, or who goes on after this process has died would run the work. A store that
        // refuses is not waited for: what is removed may be the room it needs. Nor, for longer than a server, is one that does not answer.
        _ = await within(configuration.cancellationTimeout, on: time) { try await self.flush() }
        guard isCurrent(id, .canceling) else { return }
        let unconfirmed = await cancelServerJobs()
        guard isCurrent(id, .canceling) else { return }
        await discardPartialResults()
        let text = JobError.cancellationUnconfirmed(serverJobIDs: unconfirmed).description
        state.change { state, wakes in
            guard state.bodyID == id, state.status == .canceling else { return }
            if !unconfirmed.isEmpty { note(JobMessage(text, severity: .warning), &state, &wakes) }
            state.unconfirmed = unconfirmed
            state.setOutcome(.failure(CancellationError()), &wakes)
            change(&state, to: .canceled, &wakes)
        }
    }

    /// Waits until the job is this object's, however long the store does not answer; false if somebody else has it.
    private nonisolated func isOurs(_ id: Int) async -> Bool {
        do {
            try await claimed(.endless) { $0.bodyID == id }
            return true
        } catch {
            return false
        }
    }

    private nonisolated func cancelServerJobs() async -> [String] {
        var unconfirmed: [String] = []
        for (path, node) in state.read({ $0.node.serverJobs() }) { unconfirmed += await cancelServerJobs(of: node, at: path) }
        return unconfirmed
    }

    /// Cancels a server's job that no record will know of; the messages here tell if it could not be.
    nonisolated func disown(_ serverJobID: String, at path: [String]) async {
        var unconfirmed = [serverJobID]
        if var node = state.read({ $0.node[path[...]] }) {
            node.serverJobIDs = [serverJobID]
            unconfirmed = await cancelServerJobs(of: node, at: path)
        }
        if unconfirmed.isEmpty { return }
        let text = JobError.cancellationUnconfirmed(serverJobIDs: unconfirmed).description
        state.change { state, wakes in state.streams.messages.append(JobMessage(text, severity: .warning), &wakes) }
    }

    /// Those that could not be cancelled.
    private nonisolated func cancelServerJobs(of node: JobNode, at path: [String]) async -> [String] {
        let finished = await within(configuration.cancellationTimeout, on: time) { try await self.cancel(node, at: path) }
        switch finished {
        case .success: return []
        case .failure(JobError.cancellationUnconfirmed(let ids)): return ids
        case .failure: return node.serverJobIDs
        }
    }

    private nonisolated func cancel(_ node: JobNode, at path: [String]) async throws {
        if path.isEmpty {
            try await work.cancelServerJobs(node.serverJobIDs, services: makeServices())
        } else if let child = state.read({ $0.children[path] }) {
            try await child.cancelServerJobs(node.serverJobIDs)
        } else if let kinds = configuration.kinds {
            try await kinds.cancelServerJobs(of: node)
        } else {
            throw JobError.cancellationUnconfirmed(serverJobIDs: node.serverJobIDs)
        }
    }

    /// Removes what is half-written: of the children that have run here, of others whose kind is known, and of the work itself.
    nonisolated func discardPartialResults() async {
        let (node, children) = state.read { ($0.node, $0.children) }
        var paths: [(path: [String], node: JobNode)] = []
        node.forEach { paths.append(($0, $1)) }
        for (path, node) in paths.reversed() {
            _ = await within(configuration.cancellationTimeout, on: time) {
                if path.isEmpty {
                    await self.work.discardPartialResults(services: try self.makeServices())
                } else if let child = children[path] {
                    await child.discardPartialResults()
                } else {
                    try await self.configuration.kinds?.discardPartialResults(of: node)
                }
            }
        }
    }
}
