import CairnCore

extension JobContext {
    /// Takes what this job writes to. A job that was paused, and goes on at once as another object, may not have let go of it yet: for two seconds it
    /// is asked again.
    ///
    /// - Throws: What `take` throws; ``PartialOutputTrouble/inUse(path:)`` or ``DownloadError/inUse(path:)`` if another job goes on writing there.
    func takeOutput<Output>(_ take: () async throws -> Output) async throws -> Output {
        for _ in 0..<20 {
            do { return try await take() } catch PartialOutputTrouble.inUse {} catch DownloadError.inUse {}
            try await clock.sleep(for: .milliseconds(100))
        }
        return try await take()
    }
}
