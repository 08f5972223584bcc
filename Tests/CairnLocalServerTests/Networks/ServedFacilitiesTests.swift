import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Closest facilities, service areas and cost matrices over the wire are those on the file.
@Suite(.timeLimit(.minutes(10)))
struct ServedFacilitiesTests {
    @Test(arguments: 11...16 as ClosedRange<UInt64>)
    func `closest facilities over the wire are those on the file`(seed: UInt64) async throws {
        let served = try await ServedTown(seed: seed)
        let offline = ClosestFacilityTask(backend: served.town.network.closestFacilities)
        let online = ClosestFacilityTask(url: ServedTown.url("ClosestFacility"), transport: served.server)
        try await offline.load()
        var (questions, solved) = (RandomQuestion(seed: seed), 0)
        for number in 0..<30 {
            let parameters = questions.closestFacilities(offline.info?.network)
            let likeness = Likeness("\(seed), \(number)")
            do {
                let expected = try await offline.solveClosestFacility(using: parameters)
                let result = try await online.solveClosestFacility(using: parameters)
                #expect(result.messages == expected.messages && result.routes.count == expected.routes.count)
                try expectRecoded(parameters, expected)
                for (route, other) in zip(result.routes, expected.routes) {
                    try likeness.expect(route.route, other.route)
                    var (route, other) = (route, other)
                    (route.route, other.route) = (Route(), Route())
                    #expect(route == other, "\(seed), \(number)")
                }
                let reference = parameters.outputSpatialReference ?? .wgs84
                for (place, other) in zip(result.facilities, expected.facilities) {
                    try likeness.expect(place, other, in: reference)
                }
                for (place, other) in zip(result.incidents, expected.incidents) {
                    try likeness.expect(place, other, in: reference)
                }
                solved += expected.routes.count
            } catch let error as RouteError {
                let failure = await #expect(throws: ServiceError.self) {
                    try await online.solveClosestFacility(using: parameters)
                }
                #expect(failure?.details == [error.description], "\(seed), \(number)")
            }
        }
        #expect(solved > 30)
    }

    @Test(arguments: 21...24 as ClosedRange<UInt64>)
    func `service areas over the wire are those on the file`(seed: UInt64) async throws {
        let served = try await ServedTown(seed: seed)
        let offline = ServiceAreaTask(backend: served.town.network.serviceAreas)
        let online = ServiceAreaTask(url: ServedTown.url("ServiceArea"), transport: served.server)
        try await offline.load()
        var (questions, solved) = (RandomQuestion(seed: seed), 0)
        for number in 0..<12 {
            let parameters = questions.serviceAreas(offline.info?.network)
            let expected = try await offline.solveServiceArea(using: parameters)
            let result = try await online.solveServiceArea(using: parameters)
            #expect(result.messages == expected.messages, "\(seed), \(number)")
            try expectRecoded(parameters, expected)
            #expect(result.polygons == expected.polygons, "\(seed), \(number)")
            #expect(result.polylines == expected.polylines, "\(seed), \(number)")
            for (place, other) in zip(result.facilities, expected.facilities) {
                try Likeness("\(seed), \(number)").expect(place, other, in: parameters.outputSpatialReference ?? .wgs84)
            }
            solved += expected.polygons.count + expected.polylines.count
        }
        #expect(solved > 12)
    }

    @Test(arguments: 31...36 as ClosedRange<UInt64>)
    func `cost matrices over the wire are those on the file`(seed: UInt64) async throws {
        let served = try await ServedTown(seed: seed)
        let offline = CostMatrixTask(backend: served.town.network.costMatrices)
        let online = CostMatrixTask(url: ServedTown.url("ODCostMatrix"), transport: served.server)
        try await offline.load()
        var questions = RandomQuestion(seed: seed)
        for number in 0..<30 {
            let parameters = questions.costMatrix(offline.info?.network)
            let expected = try await offline.solveCostMatrix(using: parameters)
            let result = try await online.solveCostMatrix(using: parameters)
            #expect(result.messages == expected.messages && result.costAttributeNames == expected.costAttributeNames)
            try expectRecoded(parameters, expected)
            for origin in expected.origins.indices {
                #expect(
                    result.indexesOfDestinations(reachedFrom: origin) == expected.indexesOfDestinations(reachedFrom: origin),
                    "\(seed), \(number)")
                for (destination, name) in expected.destinations.indices.flatMap({ place in
                    expected.costAttributeNames.map { (place, $0) }
                }) {
                    #expect(
                        result.cost(name, from: origin, to: destination) == expected.cost(name, from: origin, to: destination))
                }
            }
        }
    }

    @Test func `layers say what the network says`() async throws {
        let served = try await ServedTown(seed: 3)
        let network = served.town.network
        let closest = ClosestFacilityTask(url: ServedTown.url("ClosestFacility"), transport: served.server)
        let areas = ServiceAreaTask(url: ServedTown.url("ServiceArea"), transport: served.server)
        let matrices = CostMatrixTask(url: ServedTown.url("ODCostMatrix"), transport: served.server)
        let closestDefaults = try await ClosestFacilityTask(backend: network.closestFacilities).makeDefaultParameters()
        #expect(try await closest.makeDefaultParameters() == closestDefaults)
        let areaDefaults = try await ServiceAreaTask(backend: network.serviceAreas).makeDefaultParameters()
        #expect(try await areas.makeDefaultParameters() == areaDefaults)
        let matrixDefaults = try await CostMatrixTask(backend: network.costMatrices).makeDefaultParameters()
        #expect(try await matrices.makeDefaultParameters() == matrixDefaults)
        #expect(areas.info?.costAttributes["WalkTime"]?.unit == .minutes && areas.info?.maxLocatingDistance == 5000)
    }
}

extension RandomQuestion {
    mutating func closestFacilities(_ info: NetworkInfo?) -> ClosestFacilityParameters {
        var parameters = ClosestFacilityParameters(
            facilities: places(1...5).map { Facility(point: $0) }, incidents: places(1...3).map { Incident(point: $0) })
        for index in parameters.facilities.indices { describe(&parameters.facilities[index].place) }
        for index in parameters.incidents.indices {
            describe(&parameters.incidents[index].place)
            if chance(4) { parameters.incidents[index].impedanceCutoff = 1.5 }
            if chance(4) { parameters.incidents[index].targetFacilityCount = 3 }
        }
        ask(&parameters, info)
        askDirections(&parameters)
        parameters.defaultTargetFacilityCount = chance(2) ? 2 : 1
        if chance(3) { parameters.defaultImpedanceCutoff = 2 }
        if chance(3) { parameters.travelDirection = .fromFacility }
        if chance(2) { parameters.startTimeUsage = .arrivalTime }
        return parameters
    }

    mutating func serviceAreas(_ info: NetworkInfo?) -> ServiceAreaParameters {
        var parameters = ServiceAreaParameters(facilities: places(1...3).map { ServiceAreaFacility(point: $0) })
        for index in parameters.facilities.indices {
            describe(&parameters.facilities[index].place)
            if chance(3) { parameters.facilities[index].impedanceCutoffs = chance(2) ? [0.4] : [0.25, 0.75] }
        }
        ask(&parameters, info)
        parameters.defaultImpedanceCutoffs = chance(2) ? [0.5, 1] : [0.8]
        parameters.travelDirection = chance(2) ? .toFacility : .fromFacility
        (parameters.returnsPolygons, parameters.returnsPolylines) = (!chance(4), chance(2))
        parameters.polygonDetail = chance(2) ? .high : .standard
        parameters.geometryAtOverlap = chance(3) ? .dissolve : chance(2) ? .split : .overlap
        parameters.geometryAtCutoff = chance(2) ? .disks : .rings
        parameters.polygonBufferDistance = chance(3) ? nil : 50
        return parameters
    }

    mutating func costMatrix(_ info: NetworkInfo?) -> CostMatrixParameters {
        var parameters = CostMatrixParameters(
            origins: places(1...4).map { .init(point: $0) }, destinations: places(1...5).map { .init(point: $0) })
        ask(&parameters, info)
        for index in parameters.origins.indices {
            describe(&parameters.origins[index].place)
            if chance(4) { parameters.origins[index].impedanceCutoff = 1.5 }
            if chance(4) { parameters.origins[index].targetDestinationCount = 2 }
        }
        if chance(3) { parameters.defaultTargetDestinationCount = 3 }
        if chance(3) { parameters.defaultImpedanceCutoff = 2 }
        if chance(2) { parameters.accumulateAttributeNames = ["Miles", "Kilometers"] }
        return parameters
    }
}
