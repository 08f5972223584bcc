import CairnCore
import Synchronization

extension WorkflowRun {
    /// Sleeps until then and does what is due, unless the alarm is set anew.
    @concurrent
    func keepTime(until deadline: Duration) async {
        do { try await time.sleep(for: max(.zero, deadline - time.now)) } catch { return }
        let now = time.now
        let overdue = state.withLock { state in
            state.now = max(state.now, now)
            return state.overdue()
        }
        let verdicts = overdue.map { ($0, RetryVerdict($0.definition, $0.error, configuration.random)) }
        transact { state in
            // Set anew while the policies were asked.
            guard state.alarm?.time == deadline else { return }
            state.alarm = nil
            state.passDeadlines(verdicts, self)
        }
    }
}
