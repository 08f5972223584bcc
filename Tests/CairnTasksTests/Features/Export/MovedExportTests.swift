import CairnCore
import CairnLocalServer
import CairnOffline
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// Outputs that somebody takes away in the moment before they get their names.
@Suite(.timeLimit(.minutes(5)))
struct MovedExportTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    /// Once all is written, puts another file in the place of what is.
    private func store(replacing partial: URL) -> ForwardingJobStore {
        ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, !record.status.isFinished else { return }
                guard record.checkpoint?["finalLength"] != nil else { return }
                try? FileManager.default.removeItem(at: partial)
                try? Data("theirs".utf8).write(to: partial)
            })
    }

    private func expectGone(_ error: PartialOutputTrouble?, _ output: URL, _ partial: URL) throws {
        guard case .gone? = error else { throw try #require(error) }
        #expect(!FileManager.default.fileExists(atPath: output.path))
        #expect(try String(contentsOf: partial, encoding: .utf8) == "theirs")
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `what another begins there gets no name from an export`(format: FeatureExportWork.Format) async throws {
        let work = try folder.work(format)
        let site = FeatureSite(FeatureSite.rows(20))
        let services = FeatureServices { _ in ServiceFeatureTable(url: FeatureSite.layer, transport: site.transport()) }
        let configuration = JobConfiguration(store: store(replacing: work.partial.url))
        let job = try Job(work, services: services, configuration: configuration)
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        try expectGone(error, work.output, work.partial.url)
    }

    @Test func `what another begins there gets no name from a table of addresses`() async throws {
        let input = folder.url.appending(path: "letters.csv")
        try Data("query\n1 Main St\n".utf8).write(to: input)
        let work = BatchGeocodeWork(
            table: try AddressTable(detecting: input), output: folder.url.appending(path: "out.csv"), format: .csv,
            locator: .file(folder.url), batchSize: nil)
        let locator = LocatorTask(backend: ScriptedLocator())
        let configuration = JobConfiguration(store: store(replacing: work.partial.url))
        let job = try Job(work, services: GeocodingServices { _ in locator }, configuration: configuration)
        let error = await #expect(throws: PartialOutputTrouble.self) { try await job.run() }
        try expectGone(error, work.output, work.partial.url)
    }
}
