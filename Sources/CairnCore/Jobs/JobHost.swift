import Synchronization

/// What a context needs of the job it belongs to, whatever that job's work is.
protocol JobHost: AnyObject, Sendable {
    var configuration: JobConfiguration { get }
    var time: ElapsedTime { get }

    func node(at path: [String]) -> JobNode?
    func update(_ path: [String], wantsSaving: Bool, _ change: @Sendable (inout JobNode) -> Void)
    func flush() async throws
    func post(_ message: JobMessage)
    func register(_ child: ChildWork, at path: [String])
    func answered()
    func failed() -> Duration
    func sleep(for duration: Duration) async throws
}

extension Job: JobHost {
    nonisolated func node(at path: [String]) -> JobNode? {
        state.withLock { $0.node[path[...]] }
    }

    nonisolated func update(_ path: [String], wantsSaving: Bool, _ change: @Sendable (inout JobNode) -> Void) {
        let hasMoved = state.withLock { state in
            _ = state.node.update(at: path[...], change)
            if wantsSaving, configuration.store != nil {
                state.version += 1
                wakePump(&state)
            }
            guard !state.status.isFinished, let progress = state.raiseProgress() else { return false }
            progressLevel.send(progress)
            return true
        }
        if hasMoved { mirror.update(from: self) }
    }

    nonisolated func post(_ message: JobMessage) {
        state.withLock { state in
            messageLog.append(message)
            guard configuration.store != nil, !state.isClaimLost else { return }
            state.unsavedMessages.append(message)
            state.version += 1
            wakePump(&state)
        }
    }

    nonisolated func register(_ child: ChildWork, at path: [String]) {
        state.withLock { $0.children[path] = child }
    }

    nonisolated func answered() {
        state.withLock { $0.outage.answered() }
    }

    nonisolated func failed() -> Duration {
        state.withLock { $0.outage.failed(at: time.now) }
    }

    /// Sleeps, unless `checkStatus()` cuts it short.
    nonisolated func sleep(for duration: Duration) async throws {
        let id = lastID.add(1, ordering: .relaxed).newValue
        let sleeper = Task { [time] in _ = try? await time.sleep(for: duration) }
        state.withLock { $0.sleepers[id] = sleeper }
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
        state.withLock { $0.sleepers[id] = nil }
        try Task.checkCancellation()
    }
}
