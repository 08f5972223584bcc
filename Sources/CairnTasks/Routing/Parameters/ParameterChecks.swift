import CairnGeo
import Foundation

extension ClosestFacilityParameters {
    /// - Throws: ``RouteError`` if this cannot be asked.
    func check() throws(RouteError) {
        try barriers.check()
        try RouteError.expectPlaces(facilities, .facility)
        try RouteError.expectPlaces(incidents, .incident)
        try RouteError.expectCutoffs(
            [defaultImpedanceCutoff] + facilities.map(\.impedanceCutoff) + incidents.map(\.impedanceCutoff))
        try RouteError.expectCounts([defaultTargetFacilityCount] + incidents.map(\.targetFacilityCount))
    }
}

extension ServiceAreaParameters {
    /// - Throws: ``RouteError`` if this cannot be asked.
    func check() throws(RouteError) {
        try barriers.check()
        try RouteError.expectPlaces(facilities, .facility)
        for cutoffs in [defaultImpedanceCutoffs] + facilities.map(\.impedanceCutoffs) {
            try RouteError.expectCutoffs(cutoffs)
            guard zip(cutoffs, cutoffs.dropFirst()).allSatisfy(<) else { throw .cutoffsNotAscending(cutoffs) }
        }
        if let distance = polygonBufferDistance, !(distance.isFinite && distance >= 0) { throw .impossibleDistance(distance) }
    }
}

extension CostMatrixParameters {
    /// - Throws: ``RouteError`` if this cannot be asked.
    func check() throws(RouteError) {
        try barriers.check()
        try RouteError.expectPlaces(origins, .origin)
        try RouteError.expectPlaces(destinations, .destination)
        try RouteError.expectCutoffs([defaultImpedanceCutoff] + origins.map(\.impedanceCutoff))
        try RouteError.expectCounts([defaultTargetDestinationCount] + origins.map(\.targetDestinationCount))
    }
}

extension RouteError {
    fileprivate static func expectPlaces(_ places: [some PlacedOnNetwork], _ role: PlaceRole) throws(RouteError) {
        if places.isEmpty { throw .nothingGiven(role) }
        for (index, place) in places.enumerated() where !(place.geometry.x.isFinite && place.geometry.y.isFinite) {
            throw .noSuchPlace(role, number: index + 1)
        }
        for (index, place) in places.enumerated() {
            try expectNumbers(place.addedCosts, [place.currentBearing, place.currentBearingTolerance, place.navigationLatency]) {
                place.name.isEmpty ? "\(role.rawValue.capitalized) \(index + 1)" : place.name
            }
        }
    }

    fileprivate static func expectCutoffs(_ cutoffs: [Double?]) throws(RouteError) {
        for case let cutoff? in cutoffs where !(cutoff.isFinite && cutoff >= 0) { throw .impossibleCutoff(cutoff) }
    }

    fileprivate static func expectCounts(_ counts: [Int?]) throws(RouteError) {
        for case let count? in counts where count < 1 { throw .impossibleCount(count) }
    }

    /// Added costs, and factors: sums of what is larger would be no numbers.
    static let possibleCosts = 0...1e15

    /// What numbers of a place have to be, or they would be dropped on the way without a word.
    static func expectNumbers(_ costs: [String: Double], _ others: [Double?], _ name: () -> String) throws(RouteError) {
        let areSound = costs.values.allSatisfy(possibleCosts.contains) && others.allSatisfy { $0?.isFinite ?? true }
        if !areSound { throw .impossibleNumbers(place: name()) }
    }
}
