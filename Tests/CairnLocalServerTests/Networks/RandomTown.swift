import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation

/// A town by chance, in a file that goes with it: crooked blocks, some of whose streets are missing or lead one way, and an island without a bridge.
final class RandomTown: Sendable {
    static let step = 0.002
    private static let (columns, rows) = (6, 5)

    let network: RoadNetwork
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-town-\(UUID())")

    init(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (nodes, edges) = (folder.appending(path: "nodes.csv"), folder.appending(path: "edges.csv"))
        try Data(Self.nodes(&random).utf8).write(to: nodes)
        try Data(Self.edges(&random).utf8).write(to: edges)
        let file = folder.appending(path: "town.network")
        _ = try await RoadNetworkBuilder(name: "Town \(seed)").build(.tables(nodes: nodes, edges: edges), to: file)
        network = RoadNetwork(file)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func nodes(_ random: inout SeededGenerator) -> String {
        var text = "id,lon,lat\n"
        for node in 0..<columns * rows {
            let place = (0..<2).map { _ in Double.random(in: -0.0005...0.0005, using: &random) }
            text += "\(node),\(8 + Double(node % columns) * step + place[0]),\(50 + Double(node / columns) * step + place[1])\n"
        }
        return text + "900,8.2,50\n901,8.201,50.001\n"
    }

    private static func edges(_ random: inout SeededGenerator) -> String {
        var text = "from,to,millimetres,milliseconds,oneway,class,name\n900,901,130000,10000,0,residential,Island\n"
        func join(_ from: Int, _ to: Int, _ name: String) {
            let (chance, seconds) = (Int.random(in: 0..<10, using: &random), Int.random(in: 8000...40000, using: &random))
            if chance == 0 { return }
            let kind = chance == 3 ? "primary" : "residential"
            text +=
                "\(from),\(to),\(Int.random(in: 140_000...230_000, using: &random)),\(seconds),\(chance < 3 ? 1 : 0),\(kind),\(name)\n"
        }
        for node in 0..<columns * rows {
            if node % columns + 1 < columns { join(node, node + 1, "Row \(node / columns)") }
            if node / columns + 1 < rows { join(node, node + columns, "Column \(node % columns)") }
        }
        return text
    }

    /// A place in town.
    static func place(_ random: inout SeededGenerator) -> MapPoint {
        MapPoint(
            latitude: 50 + Double.random(in: -0.5...Double(rows), using: &random) * step,
            longitude: 8 + Double.random(in: -0.5...Double(columns), using: &random) * step)
    }

    /// A place on the island.
    static let island = MapPoint(latitude: 50.0005, longitude: 8.2005)
    /// A place that is far from any road.
    static let sea = MapPoint(latitude: 40, longitude: 0)
}

/// A town that is served.
struct ServedTown: Sendable {
    let town: RandomTown
    let server: LocalServer

    init(seed: UInt64, _ change: (inout PublishedNetwork) -> Void = { _ in }) async throws {
        town = try await RandomTown(seed: seed)
        var published = PublishedNetwork(town.network)
        change(&published)
        server = LocalServer(networks: ["Town": published])
    }

    static let service = URL(string: "http://local/arcgis/rest/services/Town/NAServer")!

    static func url(_ layer: String) -> URL { service.appending(path: layer) }

    /// What an operation answers to a form.
    func post(_ path: String, _ fields: [String: String]) async throws -> JSONValue {
        let request = HTTPRequest.form(Self.url(path), fields.merging(["f": "json"]) { own, _ in own })
        return try JSONValue(parsing: await server.send(request).body)
    }

    /// What an operation answers to an address.
    func get(_ path: String, _ fields: [String: String] = [:]) async throws -> JSONValue {
        let query = FormEncoding.encode(fields.merging(["f": "json"]) { own, _ in own })
        let url = URL(string: "\(Self.url(path).absoluteString)?\(query)")!
        return try JSONValue(parsing: await server.send(HTTPRequest(.get, url)).body)
    }
}
