import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct SolvingBoundsTests {
    private func bounds(_ change: (inout SolvingBounds) -> Void) -> SolvingBounds {
        var bounds = SolvingBounds()
        change(&bounds)
        return bounds
    }

    /// Many areas around a whole town.
    private var areas: [PolygonBarrier] {
        let ring = [(-1, -1), (-1, 9), (9, 9), (9, -1), (-1, -1)].map { StreetGrid.point($0.0, $0.1).position }
        let area = Geometry.Polygon(rings: [ring], spatialReference: .wgs84)
        return Array(repeating: PolygonBarrier(polygon: area, scaleFactors: ["TravelTime": 1.01]), count: 40)
    }

    private var throughAreas: RouteParameters {
        var asked = RouteParameters(stops: [StreetGrid.point(0, 0), StreetGrid.point(4, 4)].map { Stop(point: $0) })
        asked.polygonBarriers = areas
        return asked
    }

    @Test func `areas that touch many roads are refused where there is a bound, and answered where there is none`() async throws {
        let town = try StreetGrid(5, 5)
        let (task, asked) = (RouteTask(backend: town.network.routes), throughAreas)
        let cost = try #require(try await task.solveRoute(using: asked).routes[0].totalCosts["TravelTime"])
        #expect(abs(cost - 80.0 / 60 * pow(1.01, 40)) < 1e-3, "each area counts")
        await #expect(throws: SolvingExcess(work: .comparingBarriers, limit: 500)) {
            try await SolvingBounds.$current.withValue(bounds { $0.comparisons = 500 }) {
                try await task.solveRoute(using: asked)
            }
        }
        withExtendedLifetime(town) {}
    }

    @Test func `one barrier that crosses one road often keeps within the bound`() async throws {
        let town = try StreetGrid(2, 1)
        let task = RouteTask(backend: town.network.routes)
        let zigzag = (0...4000).map { StreetGrid.point(Double($0) / 4000, $0 % 2 == 0 ? 1 : -1).position }
        let asked = RouteParameters(stops: [StreetGrid.point(0, 0), StreetGrid.point(1, 0)].map { Stop(point: $0) })
        var (lines, rings) = (asked, asked)
        lines.polylineBarriers = [PolylineBarrier(polyline: Polyline(paths: [zigzag], spatialReference: .wgs84))]
        rings.polygonBarriers = [PolygonBarrier(polygon: Geometry.Polygon(rings: [zigzag], spatialReference: .wgs84))]
        for asked in [lines, rings] {
            await #expect(throws: SolvingExcess(work: .comparingBarriers, limit: 1000)) {
                try await SolvingBounds.$current.withValue(bounds { $0.comparisons = 1000 }) {
                    try await task.solveRoute(using: asked)
                }
            }
        }
        withExtendedLifetime(town) {}
    }

    @Test func `areas reach so many roads, and have so many lines`() async throws {
        let town = try StreetGrid(5, 5)
        let task = ServiceAreaTask(backend: town.network.serviceAreas)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [0.0, 4].map { ServiceAreaFacility(point: StreetGrid.point($0, 0)) }
        await #expect(throws: SolvingExcess(work: .reachingRoads, limit: 20)) {
            try await SolvingBounds.$current.withValue(bounds { $0.reachedRoads = 20 }) {
                try await task.solveServiceArea(using: asked)
            }
        }
        let few = bounds { $0.lines = 20 }
        let plain = try await SolvingBounds.$current.withValue(few) { try await task.solveServiceArea(using: asked) }
        #expect(!plain.polygons.isEmpty)
        asked.returnsPolylines = true
        await #expect(throws: SolvingExcess(work: .drawingLines, limit: 20)) {
            try await SolvingBounds.$current.withValue(few) { try await task.solveServiceArea(using: asked) }
        }
        withExtendedLifetime(town) {}
    }

    @Test func `who is cancelled has no barriers looked at`() async throws {
        let town = try StreetGrid(5, 5)
        let (image, asked) = (town.built.image, throughAreas)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try NetworkQuery(image, asked)
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        withExtendedLifetime(town) {}
    }
}
