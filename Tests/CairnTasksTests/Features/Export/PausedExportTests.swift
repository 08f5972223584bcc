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
    /// What is done, once, when a job has told that its output is complete.
    private final class Late: Sendable {
        private let action = Mutex<(@Sendable () -> Void)?>(nil)

        func whenComplete(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

        func saved(_ record: JobRecord) {
            guard record.checkpoint?["finalLength"]?.int != nil else { return }
            let action = action.withLock { action in
                defer { action = nil }
                return action
            }
            action?()
        }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `an export that says that it is paused has not put its output in place`(format: FeatureExportWork.Format) async throws {
        let (folder, late) = (try ExportFolder(), Late())
        let store = ForwardingJobStore(MemoryJobStore(), after: { if case .save(let record, _, _) = $0 { late.saved(record) } })
        let (work, transport) = (try folder.work(format), FeatureSite(FeatureSite.rows(30)).transport())
        let services = FeatureServices { _ in ServiceFeatureTable(url: FeatureSite.layer, transport: transport) }
        let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
        late.whenComplete { [weak job] in job?.pause() }
        try job.start()
        for await status in job.statuses where status == .paused || status.isFinished { break }
        try await job.settle()
        #expect(job.status == .paused && !folder.isThere(work))
        try job.start()
        #expect(try await job.output.features == 30)
        #expect(folder.isThere(work))
    }

    /// Pauses a job whenever it asks for features behind some.
    private final class Stopper: Sendable {
        private let job = Mutex<Job<FeatureExportWork>?>(nil)

        func stop(_ job: Job<FeatureExportWork>?) { self.job.withLock { $0 = job } }

        func asked() { job.withLock(\.self)?.pause() }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `an export that is paused again and again keeps what it has written each time`(format: FeatureExportWork.Format)
        async throws
    {
        let (folder, stopper) = (try ExportFolder(), Stopper())
        let (work, site) = (try folder.work(format), FeatureSite(FeatureSite.rows(60)))
        let kept = Mutex(0)
        let store = ForwardingJobStore(
            MemoryJobStore(),
            after: {
                guard case .save(let record, _, _) = $0 else { return }
                kept.withLock { $0 = record.checkpoint?["summary"]?["features"]?.int ?? $0 }
            })
        let services = FeatureServices { _ in
            let table = ServiceFeatureTable(url: FeatureSite.layer, transport: site.transport())
            return StoppedTable(table, behind: 7) { stopper.asked() }
        }
        let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
        stopper.stop(job)
        defer { stopper.stop(nil) }
        var last = 0
        for _ in 0..<60 where !job.status.isFinished {
            try job.start()
            for await status in job.statuses where status == .paused || status.isFinished { break }
            try await job.settle()
            let now = kept.withLock(\.self)
            #expect(job.status.isFinished || now > last, "\(last)")
            last = now
        }
        #expect(try await job.output.features == 60)
        #expect(folder.isThere(work))
    }
}
