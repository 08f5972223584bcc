import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Geodatabases that are made of a served file, and brought in step with it, by the jobs that do that.
@Suite(.timeLimit(.minutes(5)))
struct SyncedGeodatabaseTests {
    private static let url = URL(string: ServedReplicas.service)

    private struct Client {
        let geodatabase: Geodatabase
        let task: GeodatabaseSyncTask
    }

    private static var configuration: JobConfiguration {
        JobConfiguration(
            outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .milliseconds(1), maximum: .milliseconds(1)))
    }

    private func client(
        _ served: ServedReplicas, _ name: String, _ model: GeodatabaseSyncModel, _ transport: any HTTPTransport
    ) async throws -> Client {
        let task = GeodatabaseSyncTask(url: try #require(Self.url), transport: transport, credential: CredentialStore())
        let parameters = GenerateGeodatabaseParameters(syncModel: model, returnsAttachments: true)
        let file = served.folder.appending(path: name)
        let job = try task.makeGenerateGeodatabaseJob(
            parameters: parameters, downloadFileURL: file, configuration: Self.configuration)
        let geodatabase = try await job.run().geodatabase
        try await geodatabase.load()
        return Client(geodatabase: geodatabase, task: task)
    }

    private func sync(_ client: Client) async throws -> SyncResult {
        let parameters = SyncGeodatabaseParameters()
        let job = try client.task.makeSyncGeodatabaseJob(
            parameters: parameters, geodatabase: client.geodatabase, configuration: Self.configuration)
        return try await job.run()
    }

    /// What there is, by global id: name, rank and place.
    private func contents(_ geodatabase: Geodatabase) async throws -> [String: String] {
        var contents: [String: String] = [:]
        for try await feature in try await geodatabase.table(named: "Things").queryFeatures(using: QueryParameters()) {
            let id = feature.attributes["GLOBALID"]?.string?.uppercased().filter { $0 != "{" && $0 != "}" } ?? ""
            let place = feature.geometry.map { geometry in
                if case .point(let point) = geometry { "\(point.x) \(point.y)" } else { "" }
            }
            contents[id] = "\(feature.attributes["NAME"]?.text ?? "") \(feature.attributes["RANK"]?.text ?? "") \(place ?? "")"
        }
        return contents
    }

    @Test(arguments: [GeodatabaseSyncModel.geodatabase, .layer])
    func `edits of a geodatabase and of its service come to the other`(model: GeodatabaseSyncModel) async throws {
        let features = (0..<6).map { ServedReplicas.feature("N\($0)", rank: $0, at: Double($0)) }
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), features)])
        let client = try await client(served, "a.gpkg", model, served.server)
        #expect(try await contents(client.geodatabase) == contents(served.geodatabase))
        let table = try client.geodatabase.table(named: "Things")
        let ids = features.compactMap { $0.attributes["GLOBALID"]?.string }
        _ = try await table.applyEdits(
            FeatureEdits(
                adds: [ServedReplicas.feature("here", at: 50)],
                updates: [Feature(attributes: ["GLOBALID": .string(ids[0]), "NAME": "changed here"])], deletedGlobalIDs: [ids[1]],
                usesGlobalIDs: true))
        _ = try await served.edit(
            FeatureEdits(
                adds: [ServedReplicas.feature("there", at: 60)],
                updates: [Feature(attributes: ["GLOBALID": .string(ids[2]), "NAME": "changed there"])], deletedGlobalIDs: [ids[3]]
            ))
        let result = try await sync(client)
        #expect(result.layers.map(\.uploadedCount) == [3] && result.layers.map(\.downloadedCount) == [3])
        #expect(!result.hasErrors && result.layers[0].conflicts == [])
        let there = try await contents(served.geodatabase)
        #expect(try await contents(client.geodatabase) == there && there.count == 6)
        let second = try await sync(client)
        #expect(second.layers.map(\.downloadedCount) == [0] && second.layers.map(\.uploadedCount) == [0])
        try await client.task.unregisterGeodatabase(client.geodatabase)
        #expect(try await served.get("/replicas") == [])
    }

    @Test func `one layer is sent, and another fetched, in one sync`() async throws {
        let served = try await ServedReplicas(["Others", "Things"].map { (ServedReplicas.definition($0), []) })
        let client = try await client(served, "a.gpkg", .layer, served.server)
        let mine = FeatureEdits(adds: [ServedReplicas.feature("mine")], usesGlobalIDs: true)
        _ = try await client.geodatabase.table(named: "Things").applyEdits(mine)
        try await served.edit(FeatureEdits(adds: [ServedReplicas.feature("theirs")]), "Others")
        let layers = try #require(try await client.geodatabase.replica).layers
        let options = layers.map {
            SyncLayerOption(layerID: $0.id, syncDirection: $0.tableName == "Things" ? .upload : .download)
        }
        let result = try await client.task.makeSyncGeodatabaseJob(
            parameters: SyncGeodatabaseParameters(layerOptions: options), geodatabase: client.geodatabase,
            configuration: Self.configuration
        ).run()
        #expect(!result.hasErrors && result.layers.map(\.uploadedCount).reduce(0, +) == 1)
        #expect(try await contents(served.geodatabase).count == 1)
        let others = try client.geodatabase.table(named: "Others")
        #expect(try await others.queryFeatureCount(using: QueryParameters()) == 1)
    }

    @Test func `whoever edits and whatever is lost, all come to the same, and the service keeps no copy that is nobody's`()
        async throws
    {
        for seed in 0..<UInt64(rounds(3, long: 100)) {
            var random = SeededGenerator(seed: seed)
            let features = (0..<8).map { ServedReplicas.feature("N\($0)", at: Double($0)) }
            let served = try await ServedReplicas([(ServedReplicas.definition("Things"), features)])
            let lossy = LossyServer(served.server, seed: seed)
            var clients: [Client] = []
            for (number, model) in [GeodatabaseSyncModel.geodatabase, .layer].enumerated() {
                clients.append(try await client(served, "\(number).gpkg", model, lossy.transport))
            }
            for step in 0..<12 {
                let place = Int.random(in: 0...2, using: &random)
                let edited = place == 2 ? served.geodatabase : clients[place].geodatabase
                try await edit(edited, "s\(seed)-\(step)", &random)
                if Int.random(in: 0...2, using: &random) == 0 {
                    _ = try await sync(clients[Int.random(in: 0...1, using: &random)])
                }
            }
            for _ in 0..<2 { for client in clients { _ = try await sync(client) } }
            let there = try await contents(served.geodatabase)
            for client in clients { #expect(try await contents(client.geodatabase) == there, "seed \(seed)") }
            #expect(try await served.get("/replicas").array?.count == 2, "seed \(seed)")
        }
    }

    private func edit(_ geodatabase: Geodatabase, _ name: String, _ random: inout SeededGenerator) async throws {
        let table = try geodatabase.table(named: "Things")
        let ids = try await contents(geodatabase).keys.sorted()
        let chosen = ids.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: _ = try await table.applyEdits(FeatureEdits(adds: [ServedReplicas.feature(name)], usesGlobalIDs: true))
        case 2, 3:
            let change = Feature(attributes: ["GLOBALID": .string(chosen), "NAME": .string(name)])
            _ = try await table.applyEdits(FeatureEdits(updates: [change], usesGlobalIDs: true))
        default: _ = try await table.applyEdits(FeatureEdits(deletedGlobalIDs: [chosen], usesGlobalIDs: true))
        }
    }
}

/// A server that loses some requests, and some answers.
private struct LossyServer {
    let transport: StubTransport

    init(_ server: LocalServer, seed: UInt64) {
        let random = Mutex(SeededGenerator(seed: seed))
        transport = StubTransport { request in
            let fate = random.withLock { random in Int.random(in: 0..<8, using: &random) }
            if fate == 0 { throw TransportError(.connectionLost, url: request.url) }
            let answer = try await server.send(request)
            if fate == 1 { throw TransportError(.connectionLost, url: request.url) }
            return answer
        }
    }
}
