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
        var undone = Undone()
        repeat {
            await cancelServerJobs(&undone)
            guard isCurrent(id, .canceling) else { return }
            await discardPartialResults { isCurrent(id, .canceling) }
            guard isCurrent(id, .canceling) else { return }
            await confirm(&undone)
            undone.unknown = unknownServerJobs
        } while !hasEnded(id, undone)
    }

    /// What a cancellation has come to.
    struct Undone: Sendable {
        /// The server jobs that have been cancelled, or could not be: path and id.
        var serverJobs: Set<[String]> = []
        /// What could not be cancelled, and is to be asked for once more.
        var refusals: [Refusal] = []
        var unconfirmed: [String] = []
        /// What may run without anybody here knowing its id.
        var unknown: [String] = []
        /// What may still run on a server.
        var left: [String] { unconfirmed + unknown }

        /// Takes out those that have not been seen to.
        mutating func takeNew(of node: JobNode) -> [(path: [String], node: JobNode)] {
            node.serverJobs().compactMap { path, node in
                var node = node
                node.serverJobIDs.removeAll { !serverJobs.insert(path + [$0]).inserted }
                return node.serverJobIDs.isEmpty ? nil : (path, node)
            }
        }
    }

    /// What could not be cancelled.
    struct Refusal: Sendable {
        let path: [String]
        let node: JobNode
        let error: any Error
    }

    /// Ends the job as cancelled; not if a task that the body left behind has submitted something meanwhile.
    private nonisolated func hasEnded(_ id: Int, _ undone: Undone) -> Bool {
        let unconfirmed = undone.left
        let text = JobError.cancellationUnconfirmed(serverJobIDs: unconfirmed).description
        return state.change { state, wakes in
            guard state.bodyID == id, state.status == .canceling else { return true }
            var undone = undone
            guard undone.takeNew(of: state.node).isEmpty else { return false }
            if !unconfirmed.isEmpty { note(JobMessage(text, severity: .warning), &state, &wakes) }
            state.unconfirmed = unconfirmed
            state.setOutcome(.failure(CancellationError()), &wakes)
            change(&state, to: .canceled, &wakes)
            return true
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

    /// Of the work and of all children.
    nonisolated var unknownServerJobs: [String] {
        let (node, children) = state.read { ($0.node, $0.children) }
        var unknown: [String] = []
        node.forEach { path, node in
            guard let checkpoint = node.checkpoint else { return }
            let own =
                if path.isEmpty { work.unknownServerJobs(afterStored: checkpoint) } else {
                    children[path]?.unknownServerJobs(checkpoint) ?? configuration.kinds?.unknownServerJobs(of: node) ?? []
                }
            unknown += own
        }
        return unknown
    }

    nonisolated func cancelServerJobs(_ undone: inout Undone) async {
        for (path, node) in undone.takeNew(of: state.read(\.node)) {
            if let refusal = await refusal(of: node, at: path) { undone.refusals.append(refusal) }
        }
    }

    /// Asks once more for what children could not cancel, but not who did not answer: with what the parent has removed there may be nothing left
    /// to cancel.
    nonisolated func confirm(_ undone: inout Undone) async {
        for refusal in undone.refusals {
            let isFinal = refusal.path.isEmpty || refusal.error is DeadlineExceeded
            if !isFinal, await self.refusal(of: refusal.node, at: refusal.path) == nil { continue }
            // The first reason counts: the second may be that files are gone which the parent has removed.
            undone.unconfirmed += told(refusal)
        }
        undone.refusals = []
    }

    /// Cancels a server's job, unless the record that there is now knows of it; the messages here tell if it could not be, or the store does not
    /// answer whether it shall.
    nonisolated func disown(_ serverJobID: String, at path: [String]) async {
        let known = await within(configuration.cancellationTimeout, on: time) {
            try await self.configuration.store?.load(self.id)?.node[path[...]]
        }
        let kept = try? known.get()
        if kept?.serverJobIDs.contains(serverJobID) == true { return }
        // Whoever has the job now may not have come to that child; how far it has come, he knows.
        var node = kept ?? state.read { $0.node[path[...]] } ?? JobNode(kind: "", work: .null)
        node.serverJobIDs = [serverJobID]
        if case .success = known, await cancelServerJobs(of: node, at: path).isEmpty { return }
        let text = JobError.cancellationUnconfirmed(serverJobIDs: [serverJobID]).description
        state.change { state, wakes in state.streams.messages.append(JobMessage(text, severity: .warning), &wakes) }
    }

    nonisolated func cancelServerJobs(ofChildAt path: [String]) async -> [String] {
        var unconfirmed: [String] = []
        let jobs = state.read { $0.node[path[...]]?.serverJobs() ?? [] }
        for job in jobs { unconfirmed += await cancelServerJobs(of: job.node, at: path + job.path) }
        return unconfirmed
    }

    /// Those that could not be cancelled.
    private nonisolated func cancelServerJobs(of node: JobNode, at path: [String]) async -> [String] {
        told(await refusal(of: node, at: path))
    }

    /// What could not be cancelled, and why; nil if all could.
    private nonisolated func refusal(of node: JobNode, at path: [String]) async -> Refusal? {
        let finished = await within(configuration.cancellationTimeout, on: time) { try await self.cancel(node, at: path) }
        guard case .failure(let error) = finished else { return nil }
        return Refusal(path: path, node: node, error: error)
    }

    /// Posts the reason, unless it is no more than that they could not be cancelled.
    private nonisolated func told(_ refusal: Refusal?) -> [String] {
        guard let refusal else { return [] }
        if case JobError.cancellationUnconfirmed(let ids) = refusal.error { return ids }
        let (node, reason) = (refusal.node, JobFailure(refusal.error).message)
        post(JobMessage("What a server does for \"\(node.kind)\" could not be cancelled: \(reason)", severity: .warning))
        return node.serverJobIDs
    }

    private nonisolated func cancel(_ node: JobNode, at path: [String]) async throws {
        if path.isEmpty {
            try await work.cancelServerJobs(node.serverJobIDs, afterStored: node.checkpoint, services: makeServices())
        } else if let child = state.read({ $0.children[path] }) {
            try await child.cancelServerJobs(node.serverJobIDs, node.checkpoint)
        } else if let kinds = configuration.kinds {
            try await kinds.cancelServerJobs(of: node)
        } else {
            throw JobError.cancellationUnconfirmed(serverJobIDs: node.serverJobIDs)
        }
    }
}
