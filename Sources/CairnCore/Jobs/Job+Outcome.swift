import Synchronization

extension Job {
    /// What the work was done for. Waits until the job has ended, and does not start it.
    ///
    /// Of a job that was restored, or run by another process, it is rebuilt from the last checkpoint when it is first asked for, without
    /// work on a server.
    ///
    /// - Throws: The job's error; `CancellationError` if the job, or the waiting task, was cancelled.
    public nonisolated var output: Work.Output {
        get async throws {
            while true {
                try await waitUntilFinished()
                if let output = try await finalOutput() { return output }
            }
        }
    }

    /// How the job ended. Waits until it has, and does not start it.
    public nonisolated var result: Result<Work.Output, any Error> {
        get async {
            do { return .success(try await output) } catch { return .failure(error) }
        }
    }

    /// How the job ended, with its output as any value. Waits until it has, and does not start it.
    public nonisolated var anyResult: Result<any Sendable, any Error> {
        get async { await result.map { $0 } }
    }

    /// Starts the job and waits for its output. If the waiting task is cancelled, so is the job; one that another process has goes on there.
    ///
    /// - Throws: What the work throws; `CancellationError` if cancelled; ``JobError/alreadyFinished(_:)``; ``JobError/claimed(_:owner:)`` or
    ///   ``JobError/claimLost(_:)`` if another process has the job and the configuration says not to wait.
    public nonisolated func run() async throws -> Work.Output {
        let id = nextCall()
        try state.change { (state, wakes) throws(JobError) in
            try start(&state, &wakes)
            state.runners.insert(id)
        }
        defer { state.change { state, _ in _ = state.runners.remove(id) } }
        // Not cancelled itself: nothing is left running when it returns.
        let ending = Task {
            while true {
                try await self.wait(id, isRunner: true)
                if let output = try await self.finalOutput() { return output }
            }
        }
        return try await withTaskCancellationHandler {
            try await ending.value
        } onCancel: {
            stopRunning(id)
            // Then it is only the output that is being rebuilt.
            if state.read(\.isOver) { ending.cancel() }
        }
    }

    private nonisolated func stopRunning(_ id: Int) {
        state.change { state, wakes in
            guard state.runners.remove(id) != nil, !state.isOver else { return }
            if state.ledger.tenure.isElsewhere || state.mayBeElsewhere {
                if state.runners.isEmpty { state.pursuit?.wantsToRun = false }
                guard let waiter = state.waiters.removeValue(forKey: id) else { return }
                wakes.resume(waiter.waiter, with: .failure(CancellationError()))
            } else {
                // Before the store has told whose the job is this may be somebody else's.
                let isDeserted = state.status == .started || state.isDeserted
                cancel(&state, &wakes)
                state.isDeserted = isDeserted
            }
        }
    }

    /// Waits until the job has ended, whichever way; throws only if the waiting task is cancelled.
    public nonisolated func waitUntilFinished() async throws {
        try await wait(nextCall(), isRunner: false)
    }

    private nonisolated func wait(_ id: Int, isRunner: Bool) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.change { state, wakes in
                    let waiter = Waiter(continuation)
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if state.isOver {
                        wakes.resume(waiter)
                    } else if Task.isCancelled || isRunner && state.dismisses(runner: id) {
                        wakes.resume(waiter, with: .failure(CancellationError()))
                    } else if isRunner, let error = state.refusal {
                        wakes.resume(waiter, with: .failure(error))
                    } else {
                        state.waiters[id] = EndWaiter(waiter: waiter, isRunner: isRunner)
                        followForWaiters(&state, &wakes)
                    }
                }
            }
        } onCancel: {
            state.change { state, wakes in
                guard let waiter = state.waiters.removeValue(forKey: id) else { return }
                wakes.resume(waiter.waiter, with: .failure(CancellationError()))
            }
        }
    }

    /// The output of a job that has ended; nil if it has been retried since.
    private nonisolated func finalOutput() async throws -> Work.Output? {
        let (outcome, status) = state.read { ($0.outcome, $0.status) }
        if let outcome { return try outcome.get() }
        return status == .succeeded ? try await rebuiltOutput() : nil
    }

    private nonisolated func rebuiltOutput() async throws -> Work.Output {
        let (id, configuration, time, work, makeServices) = (id, configuration, time, work, makeServices)
        let rebuilder = state.change { state, _ in
            let (rebuilder, node) = (state.rebuilder, state.node)
            if let rebuilder { return rebuilder }
            let made = OutputRebuilder {
                let host = RebuildingHost(id, node, configuration, time)
                return try await work.perform(in: try JobContext(host: host, path: [], services: try makeServices()))
            }
            state.rebuilder = made
            return made
        }
        let output = try await rebuilder.output
        state.change { state, wakes in
            if state.status == .succeeded, state.outcome == nil { state.setOutcome(.success(output), &wakes) }
        }
        return output
    }

    /// The newest run, if it came after that of that number, and else the next: waits for it while a job that has failed may be retried. Nil if
    /// none comes, or if the waiting task is cancelled.
    public nonisolated func nextRun(after number: Int) async -> JobRun? {
        let id = nextCall()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.change { state, wakes in
                    if Task.isCancelled || state.streams.number > number || state.isDone || state.isRemoved {
                        wakes.resume(Waiter(continuation))
                    } else {
                        state.runWaiters[id] = Waiter(continuation)
                    }
                }
            }
        } onCancel: {
            state.change { state, wakes in
                if let waiter = state.runWaiters.removeValue(forKey: id) { wakes.resume(waiter) }
            }
        }
        let streams = state.read(\.streams)
        return streams.number > number && !Task.isCancelled ? streams.run : nil
    }

    /// How many tasks wait for the end.
    nonisolated var waiterCount: Int { state.read(\.waiters.count) }

    /// Whether the job has ended within `limit`.
    nonisolated func finished(within limit: Duration) async throws -> Bool {
        switch await within(limit, on: time, { try await self.waitUntilFinished() }) {
        case .success: return true
        case .failure(is DeadlineExceeded): return false
        case .failure(let error): throw error
        }
    }

    /// Waits until nothing is under way here: the body has stopped, the store has everything, and what is wanted of another process has been
    /// posted to it.
    ///
    /// - Throws: What the store has refused the newest state with; it goes on being tried.
    @concurrent
    public nonisolated func settle() async throws {
        await waitForBody()
        try await petitioned()
        await waitForBody()
        await disowned()
        if state.read(\.ledger.tenure.isElsewhere) { return }
        try await flushOwn()
        await disowned()
        // An ended job gives its claim back.
        try await released(giving: isOverAndSaved)
    }

    /// Waits until what was decided here is saved, or does not count any more.
    nonisolated func flushOwn() async throws {
        do {
            try await flush()
        } catch let error as JobError where error.isAboutRecord {
            // Another's record counts, or none: of this object there is nothing more to save.
        }
    }

    private nonisolated var isOverAndSaved: Bool { state.read { $0.isOver && $0.ledger.isDurable } }

    nonisolated func waitForBody() async {
        var body = state.read(\.body)
        while let current = body {
            await current.value
            let next = state.read(\.body)
            body = next == current ? nil : next
        }
    }
}
