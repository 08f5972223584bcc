import CairnCore

/// Cancels a job on a server.
struct ServerJobCancellation {
    let wire: any ServerJobWire
    let clock: any Clock<Duration>

    /// It is asked no more often than this.
    private static let attempts = 60
    private static let longestPause = 5.0

    /// Cancels jobs, some side by side.
    ///
    /// - Throws: `JobError.cancellationUnconfirmed` with those of which nobody knows that they have ended.
    func cancel(_ ids: [String]) async throws {
        let left = try await ids.concurrentMap(atMost: 4) { id in await cancel(id) ? nil : id }.compactMap(\.self)
        if !left.isEmpty { throw JobError.cancellationUnconfirmed(serverJobIDs: left) }
    }

    /// Asks until the job has ended. A job that is only submitted the server refuses to cancel, and would carry out.
    ///
    /// - Returns: Whether it is known to have ended.
    private func cancel(_ id: String) async -> Bool {
        for attempt in 0..<Self.attempts {
            do {
                if try await hasEnded(id) { return true }
            } catch {
                guard case .transient = GeoprocessingWork.transience(of: error) else { return false }
            }
            do { try await ElapsedTime(clock).sleep(for: Self.pause(after: attempt)) } catch { return false }
        }
        return false
    }

    private static func pause(after attempt: Int) -> Duration {
        .seconds(clamping: min(0.25 * Double(1 << min(attempt, 10)), longestPause))
    }

    private func hasEnded(_ id: String) async throws -> Bool {
        do {
            return try await wire.cancel(id).state.isFinished
        } catch let error as ServiceError where !error.isAboutCredentials && error.transience == .final {
            // It has ended, or has not come to where it can be cancelled.
            do { return try await wire.status(of: id).state.isFinished } catch let error as ServiceError
                where [400, 404].contains(error.code)
            {
                // The server does not know it: nothing runs.
                return true
            }
        }
    }
}
