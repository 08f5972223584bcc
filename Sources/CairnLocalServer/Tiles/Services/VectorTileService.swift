import CairnCore
import CairnGeo
import CairnTasks

/// A VectorTileServer over tiles.
struct VectorTileService: RESTService {
    let kind = LocalServer.Kind.vectorTileServer
    private let name: String
    private let tiles: PublishedTiles

    init(_ name: String, _ tiles: PublishedTiles) { (self.name, self.tiles) = (name, tiles) }

    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        let rest = Array(path.dropFirst())
        switch (path.first?.lowercased(), rest.count) {
        case (nil, _): return try await metadata(request)
        case ("tile", 3): return await TileAnswer(tiles.source).answer(Self.withoutEnding(rest), request)
        case ("resources", 1...): return try await resource(rest, request)
        case ("exporttiles", 0...1): return try await tiles.exporting.answer(rest, request)
        case ("jobs", 1...): return try await tiles.exporting.answer(path, request)
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    private func metadata(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let json = TileServiceMetadata(name, tiles, try await tiles.source.info).json
        let links = [("Style", "resources/styles/root.json"), ("Resources", "resources/info")].map {
            ($0.0, request.address(below: $0.1))
        }
        return ServiceAnswer(json, page: ServicePage(title: "\(name) (\(kind.rawValue))", links: links, json: json))
    }

    /// Level, row and column, of which the last ends in `.pbf`.
    private static func withoutEnding(_ path: [String]) -> [String] {
        let last = path.last.map { $0.lowercased().hasSuffix(".pbf") ? String($0.dropLast(4)) : $0 } ?? ""
        return path.dropLast() + [last]
    }

    private func resource(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        switch path.map({ $0.lowercased() }) {
        case ["info"], ["info", "root.json"]:
            let paths = try await tiles.source.resourcePaths()
            return ServiceAnswer(["resourceInfo": .array(paths.map { .string("../\($0)") })])
        case ["styles"]: return await TileAnswer(tiles.source).resource(at: ["styles", "root.json"], request)
        default: return await TileAnswer(tiles.source).resource(at: path, request)
        }
    }
}
