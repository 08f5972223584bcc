import Cairn

/// The building of a file: it shows how far it is, and a signal cancels it.
enum FileBuilding {
    /// Runs what builds a file, as a task, for a signal to cancel it.
    ///
    /// - Parameters:
    ///   - name: What is built.
    ///   - isJSON: Whether progress is told in JSON.
    ///   - build: Builds, and tells the share that is done, 0…1.
    static func run<Report: Sendable>(
        _ name: String, isJSON: Bool, _ build: @escaping @Sendable (_ progress: @Sendable (Double) -> Void) async throws -> Report
    ) async throws -> Report {
        let line = ProgressLine("Building \(name)", isJSON: isJSON)
        defer { line.close() }
        // It begins when signals are heard: one in between would leave what has been begun.
        let isWatched = Level(false)
        let task = Task {
            for await isReady in isWatched.values where isReady { break }
            return try await build { line.update($0 * 100) }
        }
        let interruption = Interruption { task.cancel() }
        isWatched.send(true)
        defer { withExtendedLifetime(interruption) {} }
        do {
            return try await task.value
        } catch let error as CancellationError {
            line.note("Interrupted. Nothing was written.")
            throw error
        }
    }
}
