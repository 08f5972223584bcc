import CairnCore
import CairnGeo
import CairnTasks

/// The answer of a layer of closest facilities.
struct ClosestFacilitySolution {
    private let result: ClosestFacilityResult
    private let question: ClosestFacilityQuestion
    private let common: NetworkSolution
    private let time: TimeCost?

    init(_ result: ClosestFacilityResult, _ question: ClosestFacilityQuestion, _ network: NetworkInfo) {
        (self.result, self.question) = (result, question)
        common = NetworkSolution(question.parameters, result.routes.lazy.compactMap(\.route.geometry?.spatialReference).first)
        time = TimeCost(question.parameters.travelMode ?? network.defaultTravelMode, network)
    }

    /// - Throws: A failure if a place is at no road, and was not to be passed over.
    func json() throws(ServiceFailure) -> JSONValue {
        try question.request.expectLocated("facilities", result.facilities)
        try question.request.expectLocated("incidents", result.incidents)
        var members = common.barriers(
            RouteBarriers(result.pointBarriers, result.polylineBarriers, result.polygonBarriers))
        members["messages"] = NetworkSolution.messages(result.messages)
        if question.parameters.returnsRoutes { members["routes"] = routes() }
        if question.returnsFacilities { members["facilities"] = common.places(result.facilities) }
        if question.returnsIncidents {
            members["incidents"] = common.places(result.incidents) {
                ["TargetFacilityCount": $0.targetFacilityCount.map(JSONValue.integer) ?? .null]
            }
        }
        if question.parameters.returnsDirections {
            let telling = DirectionsSolution(question.directions, common.reference)
            members["directions"] = .array(result.routes.enumerated().map { telling.json($1.route, id: $0 + 1) })
        }
        return .object(members)
    }

    private func routes() -> JSONValue {
        var set = NetworkFeatureSet(.polyline, in: common.reference)
        for closest in result.routes {
            let feature = RouteFeature(closest.route, time)
            var attributes = feature.attributes()
            attributes["IncidentID"] = .integer(closest.incidentIndex &+ 1)
            attributes["FacilityID"] = .integer(closest.facilityIndex &+ 1)
            attributes["FacilityRank"] = .integer(closest.rank)
            attributes["IncidentCurbApproach"] = closest.incidentCurbApproach.map { .integer($0.rawValue) } ?? .null
            attributes["FacilityCurbApproach"] = closest.facilityCurbApproach.map { .integer($0.rawValue) } ?? .null
            set.add(feature.geometry, attributes)
        }
        return set.json
    }
}
