import CairnCore
import Synchronization

extension WorkflowRun {
    /// Does what is due, sleeps until the next thing is, and is poked when something is due sooner.
    func keepTime() async {
        while let delay = passTime() {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await self.time.sleep(for: delay) }
                group.addTask { await self.poked() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Does what is due.
    ///
    /// - Returns: How long until there is more; nil when the timer is not needed any longer.
    private func passTime() -> Duration? {
        let now = time.now
        let overdue = state.withLock { state in
            state.now = max(state.now, now)
            return state.overdue()
        }
        let random = configuration.random
        let verdicts = overdue.map { ($0, RetryVerdict($0.definition, $0.error, random)) }
        return transact { state in
            state.passDeadlines(verdicts, self)
            state.dispatch(for: self)
            return state.nextAlarm()
        }
    }

    private func poked() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    if Task.isCancelled || state.timer.isPoked { return false }
                    state.timer.waiter = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.timer.takeWaiter() }?.resume()
        }
    }
}

extension TimerState {
    fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}

extension RunState {
    /// How long the timer may sleep; nil if there is nothing to wait for, and it ends.
    fileprivate mutating func nextAlarm() -> Duration? {
        timer.isPoked = false
        guard !timer.isClosing, let first = deadlines.first else {
            timer = TimerState()
            return nil
        }
        timer.alarm = first.time
        return max(.zero, first.time - now)
    }
}
