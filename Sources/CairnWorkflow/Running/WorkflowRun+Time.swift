import CairnCore
import Synchronization

extension WorkflowRun {
    private static let longestSleep = Duration.seconds(600)

    /// Sleeps until then and does what is due, unless the alarm is set anew.
    @concurrent
    func keepTime(until alarm: Alarm) async {
        // By slices: of a sleep that is cancelled something remains in memory until its time has come.
        while time.now < alarm.time {
            do { try await time.sleep(until: min(alarm.time, time.now + Self.longestSleep)) } catch { return }
            await Task.yield()
        }
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
