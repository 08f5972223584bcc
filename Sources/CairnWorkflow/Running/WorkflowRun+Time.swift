import CairnCore
import Synchronization

extension WorkflowRun {
    /// Sleeps until then and does what is due, unless the alarm is set anew.
    @concurrent
    func keepTime(until alarm: Alarm) async {
        do { try await time.sleep(for: max(.zero, alarm.time - time.now)) } catch { return }
        let overdue = transact { $0.overdue() }
        let verdicts = overdue.map { ($0, RetryVerdict($0.definition, $0.error, configuration.random)) }
        transact { state, actions in
            // Set anew while the policies were asked.
            guard state.alarm === alarm else { return }
            state.alarm = nil
            state.passDeadlines(verdicts, self, &actions)
        }
    }
}
