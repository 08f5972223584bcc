import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct ClosestFacilitySolverTests {
    private func task(_ town: StreetGrid) -> ClosestFacilityTask { ClosestFacilityTask(backend: town.network.closestFacilities) }

    @Test func `facilities are ranked by what the way to them costs, and the ways are told`() async throws {
        let town = try StreetGrid(11, 1)
        let task = task(town)
        var asked = try await task.makeDefaultParameters()
        #expect(asked.travelMode?.name == "Driving Time")
        asked.facilities = [9.0, 2, 5, 2].map { Facility(point: StreetGrid.point($0, 0)) }
        asked.incidents = [Incident(point: StreetGrid.point(4, 0), name: "Fire")]
        (asked.defaultTargetFacilityCount, asked.returnsDirections) = (3, true)
        let result = try await task.solveClosestFacility(using: asked)
        #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: 0) == [2, 1, 3] && result.routes.map(\.rank) == [1, 2, 2])
        let route = try #require(result.route(toFacilityAtIndex: 1, fromIncidentAtIndex: 0)).route
        #expect(route.name == "Fire - Facility 2" && abs(route.lengthInMeters - 200) < 0.01 && abs(route.totalTime - 20) < 0.01)
        #expect(route.directionManeuvers.map(\.text) == ["Start at Fire", "Go west on Row 0", "Arrive at Facility 2"])
        #expect(result.directionsLanguage == "en" && result.messages.isEmpty)
    }

    @Test func `one-way streets count in the direction in which one travels`() async throws {
        // A ring that is driven from west to east along its south side only.
        let town = try StreetGrid(3, 2) { draft in
            for edge in draft.edges.indices where draft.edges[edge].from < 3 && draft.edges[edge].to < 3 {
                draft.edges[edge].drivingTimeBack = Distance.none
            }
        }
        let task = task(town)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [Facility(point: StreetGrid.point(0, 0))]
        asked.incidents = [Incident(point: StreetGrid.point(2, 0))]
        asked.startDate = Date(timeIntervalSince1970: 1_000_000)
        asked.startTimeUsage = .arrivalTime
        let toward = try await task.solveClosestFacility(using: asked)
        asked.facilities[0].addedCosts = ["TravelTime": 2]
        let staying = try await task.solveClosestFacility(using: asked)
        #expect(staying.routes[0].route.endDate == asked.startDate! + 120, "two minutes there, after the arrival")
        asked.facilities[0].addedCosts = [:]
        asked.travelDirection = .fromFacility
        asked.startTimeUsage = .departureTime
        let away = try await task.solveClosestFacility(using: asked)
        #expect(abs(toward.routes[0].route.totalTime - 40) < 0.01 && abs(away.routes[0].route.totalTime - 20) < 0.01)
        #expect(toward.routes[0].route.endDate == asked.startDate && away.routes[0].route.startDate == asked.startDate)
        #expect(
            toward.routes[0].route.name == "Incident 1 - Facility 1" && away.routes[0].route.name == "Facility 1 - Incident 1")
    }

    @Test func `limits, numbers wanted and stays are those of each place`() async throws {
        let town = try StreetGrid(11, 1)
        let task = task(town)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [5.0, 6, 7, 8].map { Facility(point: StreetGrid.point($0, 0)) }
        asked.incidents = [4.0, 4, 4].map { Incident(point: StreetGrid.point($0, 0)) }
        asked.defaultTargetFacilityCount = 9
        asked.defaultImpedanceCutoff = 0.5
        asked.incidents[1].targetFacilityCount = 1
        asked.incidents[2].impedanceCutoff = 0.35
        asked.facilities[0].addedCosts = ["TravelTime": 0.25]
        let result = try await task.solveClosestFacility(using: asked)
        #expect((0..<3).map { result.rankedIndexesOfFacilities(forIncidentAtIndex: $0) } == [[1, 0, 2], [1], [1]])
        asked.defaultImpedanceCutoff = 0.01
        asked.incidents = [
            Incident(point: StreetGrid.point(4, 0), name: "Here"), Incident(point: MapPoint(latitude: 50, longitude: 9)),
        ]
        let none = try await task.solveClosestFacility(using: asked)
        #expect(none.routes.isEmpty && none.messages.count == 2)
        #expect(
            none.messages.contains { $0.hasPrefix("Incident 2 was left out") }
                && none.messages.contains { $0.hasPrefix("From Here no") })
        #expect(none.incidents.map(\.locationStatus) == [.located, .notLocated])
    }

    @Test func `a facility that shall be on the right is come to along its side`() async throws {
        let town = try StreetGrid(11, 1)
        let task = task(town)
        var asked = try await task.makeDefaultParameters()
        // North of the street: on the left of who comes from the west.
        asked.facilities = [Facility(point: StreetGrid.point(5.5, 0.1))]
        asked.incidents = [Incident(point: StreetGrid.point(4, 0))]
        let short = try await task.solveClosestFacility(using: asked).routes[0]
        asked.facilities[0].curbApproach = .rightSide
        let long = try await task.solveClosestFacility(using: asked).routes[0]
        #expect(abs(short.route.lengthInMeters - 150) < 0.1 && abs(long.route.lengthInMeters - 250) < 0.1)
        #expect(short.facilityCurbApproach == .leftSide && long.facilityCurbApproach == .rightSide)
        asked.travelDirection = .fromFacility
        #expect(abs(try await task.solveClosestFacility(using: asked).routes[0].route.lengthInMeters - 150) < 0.1)
    }

    @Test func `what is closed counts for all, and who has cancelled gets nothing`() async throws {
        let town = try StreetGrid(3, 2)
        let task = task(town)
        var asked = try await task.makeDefaultParameters()
        asked.facilities = [0.0, 2].map { Facility(point: StreetGrid.point($0, 0)) }
        asked.incidents = [Incident(point: StreetGrid.point(0.6, 0))]
        asked.pointBarriers = [PointBarrier(point: StreetGrid.point(0.3, 0))]
        asked.returnsPointBarriers = true
        let result = try await task.solveClosestFacility(using: asked)
        #expect(result.rankedIndexesOfFacilities(forIncidentAtIndex: 0) == [1] && result.pointBarriers == asked.pointBarriers)
        #expect(result.messages.count == 1)
        let (gate, question) = (AsyncStream<Void>.makeStream(), asked)
        let asking = Task {
            for await _ in gate.stream {}
            return try await task.solveClosestFacility(using: question)
        }
        asking.cancel()
        gate.continuation.finish()
        await #expect(throws: CancellationError.self) { try await asking.value }
    }
}
