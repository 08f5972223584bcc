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
    }

    private static func square(_ west: Double, _ east: Double) -> Geometry.Polygon {
        let ring = [(west, -1), (west, 1), (east, 1), (east, -1), (west, -1)].map { Position(x: $0.0, y: $0.1) }
        return Geometry.Polygon(rings: [ring], spatialReference: .wgs84)
    }

    @Test func `barriers elsewhere on Earth are in nobody's way at 180 degrees`() async throws {
        let built = try await Self.junction()
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.stops = [(179.985, 0), (-179.985, 0)].map { Stop(point: MapPoint(latitude: $0.1, longitude: $0.0)) }
        asked.polygonBarriers = [PolygonBarrier(polygon: Self.square(10, 20))]
        asked.polylineBarriers = [
            PolylineBarrier(
                polyline: Polyline(paths: [[Position(x: 10, y: -1), Position(x: 10, y: 1)]], spatialReference: .wgs84))
        ]
        #expect(try await task.solveRoute(using: asked).routes.first?.geometry?.paths.count == 2)
    }

    @Test func `what is closed on one side of 180 degrees has no line round the Earth`() async throws {
        let built = try await Self.junction()
        let task = ServiceAreaTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [ServiceAreaFacility(point: MapPoint(latitude: 0, longitude: -179.99))]
        (asked.defaultImpedanceCutoffs, asked.returnsPolylines) = ([3], true)
        asked.polygonBarriers = [PolygonBarrier(polygon: Self.square(179.99, 180))]
        let result = try await task.solveServiceArea(using: asked)
        let lines = result.polylines.flatMap(\.geometry.paths) + result.polygons.flatMap(\.geometry.rings)
        #expect(lines.count >= 2)
        for line in lines { #expect(zip(line, line.dropFirst()).allSatisfy { abs($0.x - $1.x) < 0.03 }) }
    }

    @Test func `a turn behind 180 degrees is told once, and drawn where it is`() async throws {
        let built = try await Self.junction()
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.stops = [(180, 0.01), (180, 0), (-179.985, 0)].map { Stop(point: MapPoint(latitude: $0.1, longitude: $0.0)) }
        asked.returnsDirections = true
        let maneuvers = try #require(try await task.solveRoute(using: asked).routes.first).directionManeuvers
        #expect(maneuvers.count { $0.text == "Turn left onto Line Street" } == 1, "\(maneuvers.map(\.text))")
        for case .polyline(let line) in maneuvers.compactMap(\.geometry) {
            for path in line.paths { #expect(zip(path, path.dropFirst()).allSatisfy { abs($0.x - $1.x) < 1 }) }
        }
    }

    @Test func `straight lines over 180 degrees keep all their stops`() async throws {
        let built = try await Self.junction()
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.routeShape = .straightLine
        func paths(_ longitudes: [Double]) async throws -> [[Double]] {
            asked.stops = longitudes.map { Stop(point: MapPoint(latitude: 0, longitude: $0)) }
            return try await task.solveRoute(using: asked).routes.first?.geometry?.paths.map { $0.map(\.x) } ?? []
        }
        #expect(try await paths([179.985, -179.985]) == [[179.985, 180], [-180, -179.985]])
        #expect(try await paths([179.985, 179.99, -179.985]) == [[179.985, 179.99, 180], [-180, -179.985]])
        #expect(try await paths([-179.985, 180, 179.985]) == [[-179.985, -180], [180, 179.985]])
        #expect(try await paths([180, -180]) == [])
    }

    @Test func `streets beyond 180 degrees count where one chooses`() async throws {
        let built = try await Self.town(
            "1,179.98,0\n2,180,0\n3,-179.98,0\n4,180,0.02",
            "1,2,2226390,222639,Line Street\n2,3,2226390,222639,Line Street\n2,4,2211480,221148,Line Street")
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.returnsDirections = true
        for (side, word) in [(179.985, "right"), (-179.985, "left")] {
            asked.stops = [(180, 0.01), (side, 0)].map { Stop(point: MapPoint(latitude: $0.1, longitude: $0.0)) }
            let texts = try await task.solveRoute(using: asked).routes.first?.directionManeuvers.map(\.text) ?? []
            #expect(texts.dropFirst().dropLast() == ["Go south on Line Street", "Turn \(word) onto Line Street"])
        }
    }

    /// What can be reached of a town at a longitude, in three minutes.
    private static func area(at longitude: Double, _ facility: Double, _ detail: ServiceAreaPolygonDetail) async throws
        -> [[Position]]
    {
        func degrees(_ east: Double) -> Double { remainder(longitude + east, 360) }
        let built = try await town(
            "1,\(degrees(-0.02)),0\n2,\(degrees(0)),0\n3,\(degrees(0.02)),0\n4,\(degrees(0)),0.02",
            "1,2,2226390,222639,Line Street\n2,3,2226390,222639,Line Street\n2,4,2211480,221148,North Road")
        let task = ServiceAreaTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [ServiceAreaFacility(point: MapPoint(latitude: 0, longitude: degrees(facility)))]
        (asked.defaultImpedanceCutoffs, asked.polygonDetail) = ([1.5, 3], detail)
        (asked.geometryAtCutoff, asked.geometryAtOverlap) = (.disks, .overlap)
        return try #require(try await task.solveServiceArea(using: asked).polygons.last).geometry.rings
    }

    @Test(arguments: [(180.0, -0.005), (180, 0.005), (179.99, 0.005), (-179.99, -0.005), (180.0049, -0.001)], [0, 1])
    func `an area at 180 degrees is that of any other place, in two parts`(_ place: (Double, Double), _ detail: Int) async throws
    {
        let detail: ServiceAreaPolygonDetail = detail == 0 ? .standard : .high
        let here = try await Self.area(at: place.0, place.1, detail)
        let there = try await Self.area(at: 10, place.1, detail)
        #expect(
            here.joined().allSatisfy { abs($0.x) <= 180 } && here.joined().contains { $0.x < 0 }
                && here.joined().contains { $0.x > 0 })
        for ring in here { #expect(zip(ring, ring.dropFirst()).allSatisfy { abs($0.x - $1.x) < 0.01 }) }
        let (shape, other) = (ObstacleShape(here), ObstacleShape(there))
        var (differing, within) = (0, 0)
        for row in -20...60 {
            for column in -60...60 {
                let (east, north) = (Double(column) * 0.0004 + 0.00013, Double(row) * 0.0004 + 0.00007)
                let isIn = shape.contains(Position(x: remainder(place.0 + east, 360), y: north))
                within += isIn ? 1 : 0
                if isIn != other.contains(Position(x: 10 + east, y: north)) { differing += 1 }
            }
        }
        // Roads are cut at the line, and grids lie otherwise.
        #expect(within > 300 && differing < within / 20, "\(differing) of \(within)")
        // Beside the line, where both parts meet.
        let line = remainder(180 - place.0, 360)
        for side in [-1e-6, 1e-6] {
            let places = stride(from: -0.003, to: 0.024, by: 0.00005)
            let gaps = places.filter { north in
                shape.contains(Position(x: remainder(180 + side, 360), y: north))
                    != other.contains(Position(x: 10 + line + side, y: north))
            }
            #expect(gaps.count <= 8, "\(gaps)")
        }
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
