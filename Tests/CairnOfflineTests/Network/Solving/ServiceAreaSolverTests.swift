import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct ServiceAreaSolverTests {
    private func solve(_ town: StreetGrid, _ change: (inout ServiceAreaParameters) -> Void) async throws -> ServiceAreaResult {
        let task = ServiceAreaTask(backend: town.network.serviceAreas)
        var asked = try await task.makeDefaultParameters()
        #expect(asked.defaultImpedanceCutoffs == [5, 10, 15])
        asked.polygonBufferDistance = 20
        change(&asked)
        return try await task.solveServiceArea(using: asked)
    }

    private func contains(_ area: ServiceAreaPolygon, _ x: Double, _ y: Double) -> Bool {
        ObstacleShape(area.geometry.rings).contains(StreetGrid.point(x, y).position)
    }

    @Test func `an area ends where the limit is reached, and so far from roads as it is trimmed`() async throws {
        let town = try StreetGrid(21, 1)
        let result = try await solve(town) {
            $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(10, 0))]
            $0.defaultImpedanceCutoffs = [0.5, 1]
        }
        let areas = result.resultPolygons(forFacilityAtIndex: 0)
        #expect(areas.map(\.fromImpedanceCutoff) == [0, 0.5] && areas.map(\.toImpedanceCutoff) == [0.5, 1])
        // Five streets in half a minute and a bit, for the area is rounded.
        for (x, isIn) in [
            (10, [true, false]), (12.8, [true, false]), (13.5, [false, true]), (15.9, [false, true]), (16.5, [false, false]),
        ] {
            #expect(areas.map { contains($0, x, 0) } == isIn, "\(x)")
            #expect(areas.map { contains($0, 20 - x, 0.1) } == isIn, "\(x)")
        }
        #expect(!contains(areas[0], 10, 0.3))
        let disks = try await solve(town) {
            $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(10, 0))]
            ($0.defaultImpedanceCutoffs, $0.geometryAtCutoff) = ([0.5, 1], .disks)
        }
        #expect(
            disks.polygons.map { contains($0, 10, 0) } == [true, true]
                && disks.polygons.allSatisfy { $0.fromImpedanceCutoff == 0 })
        withExtendedLifetime(town) {}
    }

    @Test(arguments: [false, true]) func `a hole is filled unless a road lies in it that is not reached`(hasRoad: Bool)
        async throws
    {
        // Eight streets round nothing, or round one that nothing leads to.
        let town = try StreetGrid(9, 9) { draft in
            draft.edges.removeAll { edge in
                let ends = [Int(edge.from), Int(edge.to)]
                let isRing = [0, 8].contains { side in ends.allSatisfy { $0 % 9 == side } || ends.allSatisfy { $0 / 9 == side } }
                return !isRing && !(hasRoad && ends == [40, 41])
            }
        }
        let area = try await solve(town) {
            $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(0, 0))]
            $0.defaultImpedanceCutoffs = [10]
        }.polygons[0]
        #expect(contains(area, 8, 4) && contains(area, 0.1, 4))
        #expect(contains(area, 4.5, 4) == !hasRoad && contains(area, 2, 5.5) == !hasRoad)
        withExtendedLifetime(town) {}
    }

    @Test func `areas of several overlap, are one, or are divided`() async throws {
        let town = try StreetGrid(21, 1)
        func areas(_ overlap: ServiceAreaOverlapGeometry) async throws -> [ServiceAreaPolygon] {
            try await solve(town) {
                $0.facilities = [6.0, 14].map { ServiceAreaFacility(point: StreetGrid.point($0, 0)) }
                ($0.defaultImpedanceCutoffs, $0.geometryAtOverlap) = ([1], overlap)
            }.polygons
        }
        let (overlapping, dissolved, split) = (try await areas(.overlap), try await areas(.dissolve), try await areas(.split))
        #expect(
            overlapping.map(\.facilityIndex) == [0, 1] && split.map(\.facilityIndex) == [0, 1]
                && dissolved.map(\.facilityIndex) == [nil])
        #expect(
            overlapping.map { contains($0, 9, 0) } == [true, true] && overlapping.map { contains($0, 11, 0) } == [true, true])
        #expect(split.map { contains($0, 9, 0) } == [true, false] && split.map { contains($0, 11, 0) } == [false, true])
        #expect(dissolved.map { contains($0, 9, 0) } == [true] && dissolved.map { contains($0, 19, 0) } == [true])
        withExtendedLifetime(town) {}
    }

    @Test func `what has no road that is not reached belongs to an area, unless every detail is wanted`() async throws {
        // Streets a hundred metres apart, with twenty metres of area on each side: the blocks are holes.
        let town = try StreetGrid(6, 6)
        func area(_ detail: ServiceAreaPolygonDetail, _ cutoff: Double) async throws -> ServiceAreaPolygon {
            try await solve(town) {
                $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(2, 2))]
                ($0.defaultImpedanceCutoffs, $0.polygonDetail) = ([cutoff], detail)
            }.polygons[0]
        }
        let (filled, exact) = (try await area(.standard, 5), try await area(.high, 5))
        #expect(filled.geometry.rings.count == 1 && exact.geometry.rings.count == 26)
        #expect(contains(filled, 2.5, 2.5) && !contains(exact, 2.5, 2.5))
        for area in [filled, exact] { #expect(try Geometry.polygon(area.geometry).isValid) }
        withExtendedLifetime(town) {}
    }

    @Test func `an area that is divided has no holes where the whole has none`() async throws {
        let town = try StreetGrid(13, 5)
        func areas(_ detail: ServiceAreaPolygonDetail, _ facilities: [Double]) async throws -> [ServiceAreaPolygon] {
            try await solve(town) {
                $0.facilities = facilities.map { ServiceAreaFacility(point: StreetGrid.point($0, 2)) }
                ($0.defaultImpedanceCutoffs, $0.polygonDetail, $0.geometryAtOverlap) = ([1, 5], detail, .split)
                $0.geometryAtCutoff = .disks
            }.polygons
        }
        let split = try await areas(.standard, [2, 6, 10])
        #expect(split.map(\.facilityIndex) == [0, 0, 1, 1, 2, 2])
        let wide = split.filter { $0.toImpedanceCutoff == 5 }
        #expect(contains(wide[0], 1.5, 2.5) && contains(wide[1], 6.5, 2.5) && contains(wide[2], 10.5, 1.5), "blocks within")
        for x in stride(from: 0.25, to: 12, by: 0.5) {
            #expect(wide.filter { contains($0, x, 2) }.count == 1, "each place is somebody's: \(x)")
            let nearest = [2.0, 6, 10].indices.min { abs([2.0, 6, 10][$0] - x) < abs([2.0, 6, 10][$1] - x) }
            #expect(wide.firstIndex { contains($0, x, 2) } == nearest, "\(x)")
        }
        for area in split { #expect(try Geometry.polygon(area.geometry).isValid) }
        let alone = try await areas(.high, [6])
        #expect(alone.last?.geometry.rings.count == 49, "with every detail each block is a hole")
        withExtendedLifetime(town) {}
    }

    @Test func `what a facility costs itself is not left for the roads, and who gets nowhere is told`() async throws {
        let town = try StreetGrid(21, 1)
        let result = try await solve(town) {
            $0.facilities = [
                ServiceAreaFacility(point: StreetGrid.point(10, 0)), ServiceAreaFacility(point: StreetGrid.point(2.5, 0)),
            ]
            $0.facilities[0].addedCosts = ["TravelTime": 0.5]
            ($0.defaultImpedanceCutoffs, $0.returnsPolylines) = ([1], true)
            $0.pointBarriers = [PointBarrier(point: StreetGrid.point(2.5, 0))]
        }
        #expect(result.polygons.map(\.facilityIndex) == [0] && contains(result.polygons[0], 12.8, 0))
        #expect(!contains(result.polygons[0], 13.5, 0))
        #expect(result.polylines.compactMap { $0.fromCumulativeCosts["TravelTime"] }.min() == 0.5)
        #expect(result.polylines.compactMap { $0.toCumulativeCosts["TravelTime"] }.max() == 1)
        #expect(result.messages.contains { $0 == "Facility 2 has no area: something closed lets nobody leave it." })
        withExtendedLifetime(town) {}
    }

    @Test func `lines show each place of a road once, and what the way there costs`() async throws {
        let town = try StreetGrid(4, 4)
        let result = try await solve(town) {
            $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(1, 1))]
            ($0.defaultImpedanceCutoffs, $0.returnsPolylines, $0.returnsPolygons) = ([15], true, false)
        }
        let minutes = result.polylines.reduce(0) {
            $0 + ($1.toCumulativeCosts["TravelTime"] ?? 0) - ($1.fromCumulativeCosts["TravelTime"] ?? 0)
        }
        #expect(abs(minutes - 4) < 0.01, "twenty-four streets of ten seconds: \(minutes)")
        withExtendedLifetime(town) {}
    }

    @Test func `lines, the direction, references and barriers are as they are wanted`() async throws {
        let town = try StreetGrid(11, 1) { draft in
            for edge in draft.edges.indices { draft.edges[edge].drivingTimeBack = Distance.none }
        }
        func solve(_ change: (inout ServiceAreaParameters) -> Void) async throws -> ServiceAreaResult {
            try await self.solve(town) {
                $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(5, 0))]
                ($0.defaultImpedanceCutoffs, $0.returnsPolylines) = ([0.25], true)
                change(&$0)
            }
        }
        let away = try await solve { _ in }
        #expect(away.polylines.count == 2 && contains(away.polygons[0], 6.4, 0) && !contains(away.polygons[0], 4, 0))
        #expect(away.polylines.compactMap { $0.toCumulativeCosts["TravelTime"] }.max() == 0.25)
        let toward = try await solve { $0.travelDirection = .toFacility }
        #expect(contains(toward.polygons[0], 3.6, 0) && !contains(toward.polygons[0], 6, 0))
        let mercator = try await solve { $0.outputSpatialReference = .webMercator }
        #expect(
            mercator.polygons[0].geometry.spatialReference == .webMercator && (mercator.polygons[0].geometry.rings[0][0].x) > 400)
        #expect(mercator.polylines.allSatisfy { $0.geometry.spatialReference == .webMercator })
        let closed = try await solve { $0.pointBarriers = [PointBarrier(point: StreetGrid.point(6.2, 0))] }
        #expect(!contains(closed.polygons[0], 6.45, 0) && contains(closed.polygons[0], 6.1, 0) && closed.messages.count == 1)
        withExtendedLifetime(town) {}
    }

    @Test func `what cannot be drawn is told`() async throws {
        let town = try StreetGrid(3, 1)
        await #expect(throws: RouteError.noCutoffs) {
            try await solve(town) {
                $0.facilities = [ServiceAreaFacility(point: StreetGrid.point(1, 0))]
                $0.defaultImpedanceCutoffs = []
            }
        }
        let nowhere = try await solve(town) {
            $0.facilities = [
                ServiceAreaFacility(point: MapPoint(latitude: 60, longitude: 60)),
                ServiceAreaFacility(point: StreetGrid.point(1, 0)),
            ]
            $0.facilities[1].impedanceCutoffs = [0]
        }
        #expect(nowhere.messages.count == 1 && nowhere.facilities.map(\.locationStatus) == [.notLocated, .located])
        #expect(nowhere.resultPolygons(forFacilityAtIndex: 0).isEmpty)
        withExtendedLifetime(town) {}
    }

    @Test func `in a real town every road that is reached is in the area, and none that is far from those`() async throws {
        guard RealData.has("roads/porto") else { return }
        let folder = RealData.folder.appending(path: "roads/porto")
        let built = try await BuiltNetwork(
            .tables(nodes: folder.appending(path: "nodes.csv"), edges: folder.appending(path: "edges.csv")))
        let task = ServiceAreaTask(backend: RoadNetwork(built.url).serviceAreas)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [ServiceAreaFacility(point: MapPoint(latitude: 41.15, longitude: -8.61))]
        asked.defaultImpedanceCutoffs = [3]
        asked.polygonDetail = .high
        let area = try #require(try await task.solveServiceArea(using: asked).polygons.first)
        #expect(try Geometry.polygon(area.geometry).isValid)
        let (shape, network) = (ObstacleShape(area.geometry.rings), try built.image.network(.drivingTime))
        let start = try #require(
            try built.image.finder.nearest(to: asked.facilities[0].geometry.position, within: 1000) { _ in true })
        var parts: [UInt32: [ReachedPart]] = [:]
        for part in try network.reachedParts(of: Terminal(start.point), isToward: false, within: 180_000) {
            parts[part.road / 2, default: []].append(part)
        }
        #expect(parts.count > 1000)
        var outside = 0
        for edge in 0..<UInt32(network.roads.edgeCount) {
            let line = try network.roads.line(of: network.roads.edge(edge))
            let isWhole = parts[edge]?.contains { $0.from <= 0 && $0.to >= 1 } == true
            if isWhole { for place in line { #expect(shape.contains(place.position)) } }
            if parts[edge] == nil, !line.contains(where: { shape.contains($0.position) }) { outside += 1 }
        }
        #expect(outside > 10_000)
    }

    @Test func `what is not done as it was asked for is told`() async throws {
        let town = try StreetGrid(5, 1)
        func messages(_ change: (inout ServiceAreaParameters) -> Void) async throws -> [String] {
            try await solve(town) {
                $0.facilities = [1.0, 3].map { ServiceAreaFacility(point: StreetGrid.point($0, 0)) }
                $0.defaultImpedanceCutoffs = [0.2]
                change(&$0)
            }.messages
        }
        #expect(try await messages { $0.returnsPolylines = true } == [])
        #expect(try await messages { $0.polygonBufferDistance = 0 }.first?.hasPrefix("Areas end 1 m from roads") == true)
        #expect(try await messages { ($0.polygonBufferDistance, $0.returnsPolygons) = (0, false) } == [])
        let lines = try await messages {
            ($0.returnsPolylines, $0.geometryAtOverlap, $0.defaultImpedanceCutoffs) = (true, .split, [0.1, 0.2])
            $0.accumulateAttributeNames = ["Miles"]
        }
        #expect(lines.count == 3 && lines[0].contains("not cut") && lines[1].contains("overlap") && lines[2].hasPrefix("Miles"))
        withExtendedLifetime(town) {}
    }
}
