import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct CostMatrixSolverTests {
    @Test func `each cost is that of the route, in the unit of the network`() async throws {
        let town = try StreetGrid(5, 4) { draft in
            for edge in draft.edges.indices { draft.edges[edge].drivingTime = 7000 + UInt32(edge * 37 % 11) * 1000 }
        }
        let (task, routes) = (CostMatrixTask(backend: town.network.costMatrices), RouteTask(backend: town.network.routes))
        var random = FixedRandom(seed: 51)
        func point() -> MapPoint {
            StreetGrid.point(Double.random(in: 0...4, using: &random), Double.random(in: 0...3, using: &random))
        }
        var asked = try await task.makeDefaultParameters()
        asked.origins = (0..<6).map { _ in CostMatrix.Origin(point: point()) }
        asked.destinations = (0..<7).map { _ in CostMatrix.Destination(point: point()) }
        for mode in task.info?.travelModes ?? [] {
            for barriers in [[], [PointBarrier(point: StreetGrid.point(1.5, 2))]] {
                asked.travelMode = mode
                asked.pointBarriers = barriers
                asked.accumulateAttributeNames = ["Kilometers", "Miles"]
                let matrix = try await task.solveCostMatrix(using: asked)
                #expect(matrix.costAttributeNames.first == mode.impedanceAttributeName)
                for origin in asked.origins.indices {
                    for destination in asked.destinations.indices {
                        var route = try await routes.makeDefaultParameters()
                        (route.travelMode, route.pointBarriers) = (mode, barriers)
                        route.stops = [
                            Stop(point: asked.origins[origin].geometry), Stop(point: asked.destinations[destination].geometry),
                        ]
                        let found = try await routes.solveRoute(using: route).routes[0]
                        let cost = try #require(matrix.cost(mode.impedanceAttributeName, from: origin, to: destination))
                        #expect(abs(cost - (found.totalCosts[mode.impedanceAttributeName] ?? .nan)) < 1e-3)
                        #expect(
                            abs((matrix.cost("Miles", from: origin, to: destination) ?? .nan) - found.lengthInMeters / 1609.344)
                                < 1e-4)
                    }
                }
            }
        }
        withExtendedLifetime(town) {}
    }

    @Test func `what places cost themselves is added, and counts for limits`() async throws {
        let town = try StreetGrid(11, 1)
        let task = CostMatrixTask(backend: town.network.costMatrices)
        var asked = try await task.makeDefaultParameters()
        asked.origins = [CostMatrix.Origin(point: StreetGrid.point(0, 0))]
        asked.destinations = [1.0, 3].map { CostMatrix.Destination(point: StreetGrid.point($0, 0)) }
        asked.origins[0].addedCosts = ["TravelTime": 1]
        asked.destinations[0].addedCosts = ["TravelTime": 2]
        asked.defaultImpedanceCutoff = 2
        let near = try await task.solveCostMatrix(using: asked)
        #expect(near.cost("TravelTime", from: 0, to: 0) == nil && near.cost("TravelTime", from: 0, to: 1) == 1.5)
        asked.defaultImpedanceCutoff = nil
        #expect(
            try await task.solveCostMatrix(using: asked).cost("TravelTime", from: 0, to: 0).map { abs($0 - 19 / 6) < 1e-3 }
                == true)
        withExtendedLifetime(town) {}
    }

    @Test func `the closest within the limit are told, and what is nowhere`() async throws {
        let town = try StreetGrid(11, 1)
        let task = CostMatrixTask(backend: town.network.costMatrices)
        var asked = try await task.makeDefaultParameters()
        asked.origins =
            [0.0, 10].map { CostMatrix.Origin(point: StreetGrid.point($0, 0)) } + [
                CostMatrix.Origin(point: MapPoint(latitude: 60, longitude: 60))
            ]
        asked.destinations = (0...10).map { CostMatrix.Destination(point: StreetGrid.point(Double($0), 0)) }
        asked.defaultTargetDestinationCount = 4
        asked.origins[1].impedanceCutoff = 0.2
        let matrix = try await task.solveCostMatrix(using: asked)
        #expect((0...2).map { matrix.indexesOfDestinations(reachedFrom: $0) } == [[0, 1, 2, 3], [9, 10], []])
        #expect(matrix.origins.map(\.locationStatus) == [.located, .located, .notLocated] && matrix.messages.count == 1)
        asked.accumulateAttributeNames = ["Tolls"]
        #expect(try await task.solveCostMatrix(using: asked).messages.contains { $0.hasPrefix("Tolls is not told") })
        withExtendedLifetime(town) {}
    }
}
