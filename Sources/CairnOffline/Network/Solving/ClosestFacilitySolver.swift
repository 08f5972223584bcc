import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Finds the closest facilities of one question on an open network: a table of all costs first, and then the ways to the closest.
struct ClosestFacilitySolver {
    private var query: NetworkQuery
    private let parameters: ClosestFacilityParameters
    private let facilities: [MatchedStop]
    private let incidents: [MatchedStop]

    /// - Throws: As ``NetworkQuery``.
    init(_ image: NetworkImage, _ parameters: ClosestFacilityParameters) throws {
        self.parameters = parameters
        query = try NetworkQuery(image, parameters)
        facilities = try query.matched(parameters.facilities, "Facility")
        incidents = try query.matched(parameters.incidents, "Incident")
    }

    private var isToward: Bool { parameters.travelDirection == .toFacility }

    /// - Throws: `RouteError`, ``BlockDamage``; `CancellationError` if the calling task is cancelled.
    mutating func solve() throws -> ClosestFacilityResult {
        let language = DirectionsLanguages.language(for: parameters.directionsLanguage)
        var routes: [ClosestFacilityRoute] = []
        for (incident, ranking) in try rankings().enumerated() {
            if ranking.isEmpty, incidents[incident].match != nil {
                query.say("From \(RouteSolver.label(incidents[incident].stop)) no facility can be reached within the limit.")
            }
            for (place, facility) in ranking.enumerated() {
                try Task.checkCancellation()
                let rank = place > 0 && facility.cost == ranking[place - 1].cost ? routes.last?.rank ?? 1 : place + 1
                routes.append(try route(incident, facility.index, rank: rank, language))
            }
        }
        var result = ClosestFacilityResult(
            facilities: zip(parameters.facilities, facilities).map { $0.told($1) },
            incidents: zip(parameters.incidents, incidents).map { $0.told($1) }, routes: routes)
        result.messages = query.messages
        result.directionsLanguage = language.code
        result.giveBackBarriers(of: parameters)
        return result
    }

    private struct Candidate {
        let index: Int
        let cost: Double
    }

    /// Of each incident the facilities that are close, the closest first.
    private func rankings() throws -> [[Candidate]] {
        let (starts, ends) = isToward ? (incidents, facilities) : (facilities, incidents)
        let (from, to) = (starts.indices.filter { starts[$0].match != nil }, ends.indices.filter { ends[$0].match != nil })
        var candidates = [[Candidate]](repeating: [], count: incidents.count)
        try query.network.forEachCostRow(
            from: from.compactMap { starts[$0].terminal },
            to: to.compactMap { ends[$0].terminal },
            around: query.obstacles, within: { query.limit(cutoff(ofStart: from[$0])) }
        ) { row, costs in
            let limit = Double(query.limit(cutoff(ofStart: from[row])))
            for (column, cost) in costs.enumerated() where cost < Distance.none {
                let (incident, facility) = isToward ? (from[row], to[column]) : (to[column], from[row])
                let stays =
                    query.kind.cost(of: incidents[incident].stop.addedCosts)
                    + query.kind.cost(of: facilities[facility].stop.addedCosts)
                let sum = Double(cost) + max(0, stays)
                if sum <= limit {
                    candidates[incident].append(Candidate(index: facility, cost: sum))
                }
            }
        }
        return candidates.enumerated().map { incident, candidates in
            let count = parameters.incidents[incident].targetFacilityCount ?? parameters.defaultTargetFacilityCount
            return Array(candidates.sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }.prefix(max(0, count)))
        }
    }

    private func cutoff(ofStart index: Int) -> Double? {
        (isToward ? parameters.incidents[index].impedanceCutoff : parameters.facilities[index].impedanceCutoff)
            ?? parameters.defaultImpedanceCutoff
    }

    private func route(_ incident: Int, _ facility: Int, rank: Int, _ language: any DirectionsLanguage) throws
        -> ClosestFacilityRoute
    {
        let (start, end) = isToward ? (incidents[incident], facilities[facility]) : (facilities[facility], incidents[incident])
        let legs = try RouteLegs([start, end], in: query.network, around: query.obstacles)
        var route = try legs.route(routeParameters(), language)
        if parameters.startDate != nil, parameters.startTimeUsage == .arrivalTime {
            var earlier = routeParameters()
            earlier.startDate = parameters.startDate.map { $0 - legs.secondsUntilArrival(startingAt: nil) }
            route = try legs.route(earlier, language)
        }
        route.name = "\(RouteSolver.label(start.stop)) - \(RouteSolver.label(end.stop))"
        let approaches = legs.approaches
        var found = ClosestFacilityRoute(incidentIndex: incident, facilityIndex: facility, rank: rank, route: route)
        found.incidentCurbApproach = isToward ? approaches.departure : approaches.arrival
        found.facilityCurbApproach = isToward ? approaches.arrival : approaches.departure
        return found
    }

    private func routeParameters() -> RouteParameters {
        var asked = RouteParameters()
        (asked.startDate, asked.outputSpatialReference) = (parameters.startDate, parameters.outputSpatialReference)
        (asked.routeShape, asked.returnsRoutes) = (parameters.routeShape, parameters.returnsRoutes)
        (asked.returnsDirections, asked.directionsDistanceUnits) = (
            parameters.returnsDirections, parameters.directionsDistanceUnits
        )
        return asked
    }
}
