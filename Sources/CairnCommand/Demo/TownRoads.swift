import Cairn
import CairnCore
import Foundation

/// The streets of a town as a road network, and a tour of some of its addresses on it.
struct TownRoads {
    let town: DemoTown
    let folder: URL

    static let files = ["town.network", "route.geojson", "route.gpx"]

    private var network: URL { folder.appending(path: Self.files[0]) }

    /// What people drive, in metres a second: on main streets, and on others.
    private static let speeds = (main: 14.0, other: 8.0)

    /// Builds `town.network`.
    func build() async throws -> RoadNetworkBuilder.Report {
        let tables = ["nodes.csv", "edges.csv"].map { folder.appending(path: ".town-\($0)") }
        defer { for table in tables { try? FileManager.default.removeItem(at: table) } }
        try Data(nodes.utf8).write(to: tables[0])
        try Data(edges.utf8).write(to: tables[1])
        return try await RoadNetworkBuilder(name: DemoTown.city).build(.tables(nodes: tables[0], edges: tables[1]), to: network)
    }

    private var nodes: String {
        var numbers: Set<Int> = []
        var rows = ""
        for edge in town.streets.flatMap(\.edges) {
            for share in [0.0, 1] where numbers.insert(edge.crossing(share)).inserted {
                let spot = edge.spot(share, in: town.grid)
                rows += "\(edge.crossing(share)),\(spot.longitude),\(spot.latitude)\n"
            }
        }
        return "id,lon,lat\n" + rows
    }

    private var edges: String {
        var rows = ""
        for street in town.streets {
            let (speed, kind) = street.isMain ? (Self.speeds.main, "secondary") : (Self.speeds.other, "residential")
            for edge in street.edges {
                let bends = [0.25, 0.5, 0.75].map { edge.spot($0, in: town.grid) }
                let line = [edge.spot(0, in: town.grid)] + bends + [edge.spot(1, in: town.grid)]
                let metres = zip(line, line.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
                let numbers = [metres * 1000, metres / speed * 1000].compactMap { Int(rounding: $0) }.map { "\($0)" }
                let via = bends.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ";")
                rows +=
                    "\(edge.crossing(0)),\(edge.crossing(1)),\(numbers.joined(separator: ",")),\(kind),\(street.name),\(via)\n"
            }
        }
        return "from,to,millimetres,milliseconds,class,name,via_lon_lat\n" + rows
    }

    /// A tour of a few addresses in the best order, written as `route.geojson` and `route.gpx`.
    ///
    /// - Parameter results: The GeoJSON of what was found.
    func tour(of results: JSONValue) async throws -> Route? {
        let found = (results["features"]?.array ?? []).enumerated()
            .map { DemoResult(row: $0.offset + 1, feature: $0.element) }.filter { $0.kind == .exact && $0.spot != nil }
        let count = min(6, found.count)
        guard count > 1 else { return nil }
        let task = RouteTask(fileURL: network)
        var parameters = try await task.makeDefaultParameters()
        parameters.stops = (0..<count).map { found[$0 * (found.count - 1) / (count - 1)] }.compactMap { result in
            result.spot.map { Stop(point: MapPoint(latitude: $0.latitude, longitude: $0.longitude), name: result.label) }
        }
        parameters.findsBestSequence = true
        parameters.preservesLastStop = false
        (parameters.returnsDirections, parameters.returnsStops) = (true, true)
        let routes = try await task.solveRoute(using: parameters).routes
        try DurableFile.replace(
            folder.appending(path: Self.files[1]), with: Data((try RouteFiles.geoJSON(of: routes)).text().utf8))
        try DurableFile.replace(folder.appending(path: Self.files[2]), with: Data(RouteFiles.gpx(of: routes).utf8))
        return routes.first
    }
}

extension TownEdge {
    /// A number for the crossing where it begins, or ends.
    func crossing(_ share: Double) -> Int {
        let (column, row) = isAcross ? (place, line) : (line, place)
        let isEnd = share > 0.5
        return (column + (isEnd && isAcross ? 1 : 0)) * 1_000_000 + row + (isEnd && !isAcross ? 1 : 0)
    }
}
