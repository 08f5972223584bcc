import CairnCore

/// A loadable for tests that is loaded once its attempt has a high priority.
final class PatientLamp: Loadable {
    let loader = Loader()
    /// Of the attempt, once it has begun.
    let priority = Level<TaskPriority?>(nil)

    @concurrent func performLoad() async throws {
        priority.send(Task.currentPriority)
        while Task.currentPriority < .high {
            try Task.checkCancellation()
            await Task.yield()
        }
        priority.send(Task.currentPriority)
    }
}
