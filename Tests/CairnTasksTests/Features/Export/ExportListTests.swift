import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What a service counts is held against what it lists.
@Suite(.timeLimit(.minutes(5)))
struct ExportListTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    @Test(
        arguments: [#"{"objectIdFieldName":"OBJECTID","objectIds":null}"#, #"{"objectIds":[]}"#, #"{"objectIds":[1,2,3,4,5]}"#],
        [true, false])
    func `a list of fewer ids than are counted is not what others have left`(list: String, hasPages: Bool) async throws {
        let site = FeatureSite(FeatureSite.rows(60), FeatureSite.Abilities(hasPages: hasPages))
        var info = site.info
        if !hasPages { info.queryCapabilities = [] }
        let isHealed = Atomic(false)
        let metadata = info.esriJSON.text()
        let transport = site.transport { request, honest in
            if request.url.lastPathComponent == "0" { return .json(metadata) }
            if isHealed.load(ordering: .relaxed) { return honest }
            if request.fields["returnIdsOnly"] != nil { return .json(list) }
            // Whoever is asked for more counts them himself, and does not know how many there are.
            if request.fields["returnCountOnly"] != nil || !ExportFolder.isPage(request) { return honest }
            return request.fields["objectIds"] == nil ? .json(#"{"features":[]}"#) : honest
        }
        let work = try folder.work(.csv)
        let job = try folder.job(work, transport)
        await #expect(throws: (any Error).self) { try await job.run() }
        #expect(!folder.isThere(work))
        if !hasPages {
            let words = "\(job.error as Any)"
            #expect(
                words.contains("counts 60 features") && words.contains("object ids of \(list.contains("5") ? 5 : 0)"), "\(words)")
            isHealed.store(true, ordering: .relaxed)
            try job.retry()
            #expect(try await job.output == FeatureExportWork.Summary(features: 60))
        }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `what comes one by one comes to its end`(format: FeatureExportWork.Format) async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let transport = site.transport { request, honest in
            guard ExportFolder.isPage(request) else { return honest }
            if request.fields["objectIds"] != nil { return ExportFolder.answer(honest) { Array($0.suffix(1)) } }
            return ExportFolder.answer(honest) { $0.filter { ($0["attributes"]?["OBJECTID"]?.int ?? 0) % 3 == 0 } }
        }
        #expect(try await folder.job(folder.work(format), transport).run() == FeatureExportWork.Summary(features: 60))
    }

    @Test func `a service that is out of reach at first is asked again`() async throws {
        let failures = Mutex(3)
        let transport = FeatureSite(FeatureSite.rows(60)).transport { request, honest in
            let isAway = failures.withLock { left in
                defer { left -= 1 }
                return left > 0
            }
            if isAway { throw TransportError(.connectionLost, url: request.url) }
            return honest
        }
        #expect(try await folder.job(folder.work(.csv), transport).run() == FeatureExportWork.Summary(features: 60))
    }

    @Test func `what others delete while it is asked for is not missed`() async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let transport = site.transport { request, honest in
            guard ExportFolder.isPage(request) else { return honest }
            guard request.fields["objectIds"] != nil else {
                return ExportFolder.answer(honest) { $0.filter { ($0["attributes"]?["OBJECTID"]?.int ?? 0) % 3 > 0 } }
            }
            site.state.withLock { $0.rows[30] = nil }
            return ExportFolder.answer(honest) { $0.filter { $0["attributes"]?["OBJECTID"]?.int != 30 } }
        }
        let summary = try await folder.job(folder.work(.csv), transport).run()
        #expect(summary.features == 59 && summary.deletedMeanwhile == 1)
    }
}
