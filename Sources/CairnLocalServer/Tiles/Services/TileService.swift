import CairnCore
import CairnGeo
import CairnTasks

/// A MapServer or an ImageServer over tiles.
struct TileService: RESTService {
    var kind: LocalServer.Kind { tiles.kind }
    private let name: String
    private let tiles: PublishedTiles

    init(_ name: String, _ tiles: PublishedTiles) { (self.name, self.tiles) = (name, tiles) }

    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        let rest = Array(path.dropFirst())
        switch (path.first?.lowercased(), rest.count) {
        case (nil, _): return try await metadata(request)
        case ("tile", 3): return await TileAnswer(tiles.source).answer(rest, request)
        case ("tilemap", 5): return try await TilemapAnswer(tiles.source).answer(rest)
        case ("exporttiles", _): return try await tiles.exporting.answer(rest, request)
        case ("estimateexporttilessize", _): return try await tiles.estimating.answer(rest, request)
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    private func metadata(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let json = TileServiceMetadata(name, tiles, try await tiles.source.info).json
        return ServiceAnswer(json, page: ServicePage(title: "\(name) (\(kind.rawValue))", json: json))
    }
}
