import CairnCore
import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnTasks

/// Jobs that take the map of a town offline, and what becomes of them.
protocol OfflineMapJobs {}

extension OfflineMapJobs {
    func work(_ folder: URL, continuesOnErrors: Bool = true) throws -> GenerateOfflineMapWork {
        var parameters = OfflineTown.parameters
        parameters.continuesOnErrors = continuesOnErrors
        let portal = try ServiceURL(#require(URL(string: "http://local/arcgis")))
        return GenerateOfflineMapWork(
            map: .item(portal: portal, id: OfflineTown.mapID), parameters: parameters, downloadDirectory: folder)
    }

    func access(_ transport: any HTTPTransport) -> ServiceAccess {
        ServiceAccess(credentials: CredentialStore(), transport: transport)
    }

    func job(_ work: GenerateOfflineMapWork, _ transport: any HTTPTransport) throws -> Job<GenerateOfflineMapWork> {
        try Job(work, services: access(transport), configuration: OfflineTown.configuration)
    }

    func names(_ folder: URL) -> [String] {
        FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    }

    static var full: HTTPResponse { .json(#"{"error":{"code":500,"message":"The disk is full.","details":[]}}"#) }

    /// What answers for the features of one service in another way, for a time.
    func transport(
        of town: OfflineTown, while isTroubled: Level<Bool>, _ answer: @escaping @Sendable () throws -> HTTPResponse
    ) -> StubTransport {
        StubTransport { request in
            let isData = request.url.path().contains("Trees1/FeatureServer/replicafiles")
            return try isData && isTroubled.value ? answer() : await town.transport.send(request)
        }
    }

    /// The last record of a job before it ended in which something stands, as the process that dies then leaves it.
    func record(
        of work: GenerateOfflineMapWork, _ town: OfflineTown, where stands: @escaping @Sendable (JobRecord) -> Bool
    ) async throws -> (JobRecord, JobKinds) {
        let saved = Mutex<JobRecord?>(nil)
        var configuration = OfflineTown.configuration
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { command in
                guard case .save(let record, _, _) = command, !record.status.isFinished else { return }
                if stands(record) { saved.withLock { $0 = record } }
            })
        _ = try await Job(work, services: town.access, configuration: configuration).run()
        let (last, access, kinds) = (saved.withLock(\.self), town.access, JobKinds())
        kinds.register(GenerateGeodatabaseWork.self) { access }
        kinds.register(ExportTileCacheWork.self) { access }
        kinds.register(ExportVectorTilesWork.self) { access }
        kinds.register(ExportStyleResourceCacheWork.self) { access }
        return (try JobRecord(json: try #require(last).json), kinds)
    }
}
