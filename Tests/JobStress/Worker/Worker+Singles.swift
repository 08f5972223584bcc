import CairnCore
import Foundation

/// Jobs without a manager.
extension Worker {
    /// Makes one of the jobs that are still to be made.
    func makeJob() async throws {
        for ticket in try site.names(in: .tickets) where place.isLucky(0.5) {
            guard let number = Int(ticket), let file = try? FileDescriptor(site.path(.tickets, ticket), O_RDWR),
                try file.lock(), try file.isLinked()
            else { continue }
            let job = try Job(StressWork(number: number, at: site), services: place, configuration: configuration)
            try job.start()
            // It is announced when the store has it.
            for await status in job.statuses where status != .notStarted { break }
            try site.noteMade(job.id)
            unlink(file.path)
            if place.isLucky(0.5) { await manager.add(job) } else { singles.append(job) }
            return
        }
    }

    /// Takes any job that has not ended, or waits for it if another has it.
    func takeSingle() async throws {
        guard singles.count < 2, let record = try await anyRecord(), record.status != .succeeded, record.status != .canceled
        else { return }
        var configuration = configuration
        configuration.claimPolicy = place.isLucky(0.5) ? .wait : .fail
        let job = try restored(record, configuration)
        try? job.retry()
        singles.append(job)
    }

    func tendSingles() async {
        var kept: [Job<StressWork>] = []
        for job in singles where await isKept(job) { kept.append(job) }
        singles = kept
    }

    private func isKept(_ job: Job<StressWork>) async -> Bool {
        await job.heartbeat()
        switch job.status {
        case .succeeded, .failed, .canceled: return false
        case .notStarted, .started, .canceling:
            // Ends the waiting for another process, too.
            if job.owner != nil, place.isLucky(0.05) { job.pause() }
            return true
        case .paused where place.isLucky(0.2):
            _ = try? await job.releaseClaim()
            return job.status != .paused
        case .paused:
            if place.isLucky(0.2) { try? job.start() }
            return true
        }
    }

    func restored(_ record: JobRecord, _ configuration: JobConfiguration) throws -> Job<StressWork> {
        let place = place
        return try Job<StressWork>(restoring: record, configuration: configuration) { place }
    }

    /// Some record of the store.
    func anyRecord() async throws -> JobRecord? {
        let names = try site.names(in: .store).filter { $0.hasSuffix(".json") }
        guard !names.isEmpty, let id = UUID(uuidString: "\(names[place.index(in: names.count)].dropLast(5))") else { return nil }
        return try await store.load(id)
    }
}
