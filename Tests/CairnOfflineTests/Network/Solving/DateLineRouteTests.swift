import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

struct DateLineRouteTests {
    private static func town(_ nodes: String, _ edges: String) async throws -> BuiltNetwork {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tables = (nodes: folder.appending(path: "nodes.csv"), edges: folder.appending(path: "edges.csv"))
        try Data("id,lon,lat\n\(nodes)\n".utf8).write(to: tables.nodes)
        try Data("from,to,millimetres,milliseconds,name\n\(edges)\n".utf8).write(to: tables.edges)
        return try await BuiltNetwork(.tables(nodes: tables.nodes, edges: tables.edges))
    }

    /// Line Street leads over a junction at 180 degrees, from which North Road leads away.
    private static func junction() async throws -> BuiltNetwork {
        try await town(
            "1,179.98,0\n2,180,0\n3,-179.98,0\n4,180,0.02",
            "1,2,2226390,222639,Line Street\n2,3,2226390,222639,Line Street\n2,4,2211480,221148,North Road")
    }

    @Test(
        arguments: [
            ((179.985, 0), (-179.985, 0), ["Go east on Line Street"]),
            ((-179.985, 0), (179.985, 0), ["Go west on Line Street"]),
            ((180, 0.01), (-179.985, 0), ["Go south on North Road", "Turn left onto Line Street"]),
            ((180, 0.01), (179.985, 0), ["Go south on North Road", "Turn right onto Line Street"]),
            ((-179.985, 0), (180, 0.01), ["Go west on Line Street", "Turn right onto North Road"]),
            ((180, 0), (-179.99, 0), ["Go east on Line Street"]), ((180, 0), (179.99, 0), ["Go west on Line Street"]),
            ((-180, 0), (-179.99, 0), ["Go east on Line Street"]),
        ] as [((Double, Double), (Double, Double), [String])])
    func `turns at 180 degrees are told as elsewhere`(
        _ start: (Double, Double), _ end: (Double, Double), _ words: [String]
    ) async throws {
        let built = try await Self.junction()
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.stops = [start, end].map { Stop(point: MapPoint(latitude: $0.1, longitude: $0.0)) }
        asked.returnsDirections = true
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(route.directionManeuvers.map(\.text).dropFirst().dropLast() == words[...])
        #expect(
            route.geometry?.paths.allSatisfy { path in zip(path, path.dropFirst()).allSatisfy { abs($0.x - $1.x) < 1 } } == true)
    }

    @Test func `what is reached on both sides of 180 degrees has no line round the Earth`() async throws {
        let built = try await Self.junction()
        let task = ServiceAreaTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [ServiceAreaFacility(point: MapPoint(latitude: 0, longitude: 179.995))]
        (asked.defaultImpedanceCutoffs, asked.returnsPolylines) = ([3], true)
        let result = try await task.solveServiceArea(using: asked)
        #expect(result.polylines.count >= 3)
        for line in result.polylines.flatMap(\.geometry.paths) {
            #expect(zip(line, line.dropFirst()).allSatisfy { abs($0.x - $1.x) < 1 })
        }
        let area = try #require(result.polygons.first)
        let shape = ObstacleShape(area.geometry.rings)
        #expect(shape.contains(Position(x: 179.995, y: 0)) && !shape.contains(Position(x: 0, y: 0)))
        #expect(area.geometry.rings.joined().count < 10_000)
    }

    @Test func `a route over the date line goes the short way, and is drawn in two`() async throws {
        let built = try await Self.town(
            "1,179.998,0\n2,-179.996,0\n3,-179.996,0.01", "1,2,668000,66800,A Street\n2,3,1105740,110574,B Street")
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.stops = [(179.999, 0.0001), (-179.996, 0.005)].map { Stop(point: MapPoint(latitude: $0.1, longitude: $0.0)) }
        (asked.returnsDirections, asked.returnsStops) = (true, true)
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(abs(route.lengthInMeters - 1109.5) < 1 && abs(route.totalTime - 110.95) < 0.2)
        #expect(route.geometry?.paths.map(\.count) == [2, 3])
        #expect(
            route.geometry?.paths.allSatisfy { path in zip(path, path.dropFirst()).allSatisfy { abs($0.x - $1.x) < 1 } } == true)
        #expect(
            route.directionManeuvers.map(\.text) == [
                "Start at Location 1", "Go east on A Street", "Turn left onto B Street", "Arrive at Location 2",
            ])
        #expect(abs((route.stops[0].distanceToNetworkLocation ?? 0) - 11.06) < 0.1)
    }
}
