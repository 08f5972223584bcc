import CairnCore

/// An answer of a layer of closest facilities: what it says, or the error that it does not say it.
struct ClosestFacilityAnswer {
    private let answer: NetworkAnswer
    private let parameters: ClosestFacilityParameters
    private let network: NetworkInfo

    init(_ root: AnswerPart, _ parameters: ClosestFacilityParameters, _ network: NetworkInfo) {
        answer = NetworkAnswer(root, parameters)
        (self.parameters, self.network) = (parameters, network)
    }

    func result() throws -> ClosestFacilityResult {
        if parameters.returnsRoutes { _ = try answer.root.required("routes") }
        var result = ClosestFacilityResult(
            facilities: try answer.places("facilities", parameters.facilities),
            incidents: try answer.places("incidents", parameters.incidents),
            routes: try RouteFeatures(answer.root, parameters, network).routes().compactMap(route))
        result.messages = try answer.messages()
        result.directionsLanguage = parameters.directionsLanguage
        result.giveBackBarriers(of: parameters)
        return result
    }

    /// Nil for directions without a route, which do not say between what they are.
    private func route(_ route: Route, _ attributes: NetworkAttributes?) throws -> ClosestFacilityRoute? {
        guard let attributes else { return nil }
        guard let incident = try attributes.index("IncidentID", of: parameters.incidents.count),
            let facility = try attributes.index("FacilityID", of: parameters.facilities.count),
            let rank = try attributes.wholeNumber("FacilityRank"), rank > 0
        else { throw attributes.refusal("do not tell the facility, the incident and the rank of a route") }
        var closest = ClosestFacilityRoute(incidentIndex: incident, facilityIndex: facility, rank: rank, route: route)
        closest.incidentCurbApproach = try attributes.curbApproach("IncidentCurbApproach")
        closest.facilityCurbApproach = try attributes.curbApproach("FacilityCurbApproach")
        return closest
    }
}
