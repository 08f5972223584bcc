import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Geodatabases of a service in a folder of their own.
struct SyncFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let site: ReplicaSite

    init(_ site: ReplicaSite) throws {
        self.site = site
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// At once, however long a real one would wait.
    static var configuration: JobConfiguration {
        JobConfiguration(
            outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .zero, maximum: .zero))
    }

    func access(_ transport: (any HTTPTransport)? = nil) -> ServiceAccess {
        ServiceAccess(credentials: CredentialStore(), transport: transport ?? site.transport)
    }

    var file: URL { url.appending(path: "it's.gpkg") }

    func generateWork(_ parameters: GenerateGeodatabaseParameters = GenerateGeodatabaseParameters()) throws
        -> GenerateGeodatabaseWork
    {
        GenerateGeodatabaseWork(
            service: try ServiceURL(ReplicaSite.url), parameters: parameters, output: file, replicaName: "o'copy \"1\"")
    }

    func generateJob(
        _ parameters: GenerateGeodatabaseParameters = GenerateGeodatabaseParameters(), _ transport: (any HTTPTransport)? = nil
    ) throws -> Job<GenerateGeodatabaseWork> {
        try Job(generateWork(parameters), services: access(transport), configuration: Self.configuration)
    }

    /// The last record of a job before it ended, when all was written: as a process that dies then leaves it. What was made has its name.
    func writtenRecord(_ isWanted: @escaping @Sendable (JSONValue) -> Bool = { _ in true }) async throws -> JobRecord {
        let saved = Mutex<JobRecord?>(nil)
        var configuration = Self.configuration
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            after: { call in
                guard case .save(let record, _, _) = call, !record.status.isFinished else { return }
                guard let checkpoint = record.checkpoint, checkpoint["finalLength"] != nil, isWanted(checkpoint) else { return }
                saved.withLock { $0 = record }
            })
        _ = try await Job(generateWork(), services: access(), configuration: configuration).run()
        let last = saved.withLock(\.self)
        return try #require(last)
    }

    /// A geodatabase that is in step.
    func generated(_ model: GeodatabaseSyncModel = .geodatabase) async throws -> Geodatabase {
        var parameters = GenerateGeodatabaseParameters(syncModel: model)
        parameters.returnsAttachments = true
        let geodatabase = try await generateJob(parameters).run().geodatabase
        try await geodatabase.load()
        return geodatabase
    }

    func syncWork(_ parameters: SyncGeodatabaseParameters = SyncGeodatabaseParameters()) throws -> SyncGeodatabaseWork {
        SyncGeodatabaseWork(service: try ServiceURL(ReplicaSite.url), parameters: parameters, geodatabase: file)
    }

    func syncJob(
        _ parameters: SyncGeodatabaseParameters = SyncGeodatabaseParameters(), _ transport: (any HTTPTransport)? = nil
    ) throws -> Job<SyncGeodatabaseWork> {
        try Job(syncWork(parameters), services: access(transport), configuration: Self.configuration)
    }

    /// What lies in the folder.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

extension Geodatabase {
    var trees: GeodatabaseFeatureTable { get throws { try table(named: "o'Trees") } }

    /// The names of the trees, by their global ids.
    func treeNames() async throws -> [String: String] {
        var names: [String: String] = [:]
        for try await feature in try await trees.queryFeatures(using: QueryParameters()) {
            guard let id = feature.attributes["GlobalID"]?.string else { continue }
            names[ReplicaSite.key(id)] = feature.attributes["NAME"]?.string
        }
        return names
    }

    func addTree(_ name: String) async throws {
        let feature = Feature(
            attributes: ["NAME": .string(name)], geometry: .point(MapPoint(x: 5, y: 5, spatialReference: .wgs84)))
        _ = try await trees.applyEdits(FeatureEdits(adds: [feature]))
    }

    func renameTree(_ number: Int, _ name: String) async throws {
        let id = AttributeValue.string(ReplicaSite.id(number))
        _ = try await trees.applyEdits(
            FeatureEdits(updates: [Feature(attributes: ["GlobalID": id, "NAME": .string(name)])], usesGlobalIDs: true))
    }

    func deleteTree(_ number: Int) async throws {
        _ = try await trees.applyEdits(FeatureEdits(deletedGlobalIDs: [ReplicaSite.id(number)], usesGlobalIDs: true))
    }

    var hasLocalEdits: Bool { get throws { try hasChangesNow() } }
}

/// A transport that loses what its rule says.
enum LossyTransport {
    enum Loss: Sendable {
        case none
        /// The request does not come to the service.
        case request
        /// The service has carried it out, and its answer is lost.
        case answer
    }

    static func of(_ site: ReplicaSite, _ rule: @escaping @Sendable (HTTPRequest) async throws -> Loss) -> StubTransport {
        StubTransport { request in
            switch try await rule(request) {
            case .none: return try site.answer(request)
            case .request: throw TransportError(.connectionLost, url: request.url)
            case .answer:
                _ = try site.answer(request)
                throw TransportError(.connectionLost, url: request.url)
            }
        }
    }
}
