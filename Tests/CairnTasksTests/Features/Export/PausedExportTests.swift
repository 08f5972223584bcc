import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Exports that are paused when all is written but for the name.
@Suite(.timeLimit(.minutes(5)))
struct PausedExportTests {
    /// A store that calls back when a job has told that its output is complete.
    private final class LateStore: JobStore {
        private let base = MemoryJobStore()
        private let action = Mutex<(@Sendable () -> Void)?>(nil)

        func whenComplete(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

        @concurrent func save(_ record: JobRecord, appending messages: [JobMessage], claim: JobClaim) async throws {
            try await base.save(record, appending: messages, claim: claim)
            guard record.checkpoint?["finalLength"]?.int != nil else { return }
            let action = action.withLock { action in
                defer { action = nil }
                return action
            }
            action?()
        }
        @concurrent func claim(_ id: UUID) async throws -> JobClaim { try await base.claim(id) }
        @concurrent func release(_ claim: JobClaim) async throws { try await base.release(claim) }
        @concurrent func owner(of id: UUID) async throws -> JobOwner? { try await base.owner(of: id) }
        @concurrent func heartbeat(_ claim: JobClaim) async throws -> [JobRequest] { try await base.heartbeat(claim) }
        @concurrent func post(_ request: JobRequest, for id: UUID) async throws { try await base.post(request, for: id) }
        @concurrent func load(_ id: UUID) async throws -> JobRecord? { try await base.load(id) }
        @concurrent func list() async throws -> [JobListing] { try await base.list() }
        @concurrent func remove(_ claim: JobClaim) async throws { try await base.remove(claim) }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `an export that says that it is paused has not put its output in place`(format: FeatureExportWork.Format) async throws {
        let (folder, store) = (try ExportFolder(), LateStore())
        let (work, transport) = (try folder.work(format), FeatureSite(FeatureSite.rows(30)).transport())
        let services = FeatureServices { _ in ServiceFeatureTable(url: FeatureSite.layer, transport: transport) }
        let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
        store.whenComplete { [weak job] in job?.pause() }
        try job.start()
        for await status in job.statuses where status == .paused || status.isFinished { break }
        try await job.settle()
        #expect(job.status == .paused && !folder.isThere(work))
        try job.start()
        #expect(try await job.output.features == 30)
        #expect(folder.isThere(work))
    }
}
