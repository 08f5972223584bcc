import CairnCore
import CairnTasks

/// What a layer of closest facilities is asked.
struct ClosestFacilityQuestion {
    let parameters: ClosestFacilityParameters
    let directions: DirectionsForm
    let returnsFacilities: Bool
    let returnsIncidents: Bool
    let request: NetworkRequest

    init(_ request: NetworkRequest, _ defaults: ClosestFacilityParameters) throws(ServiceFailure) {
        let form = request.request
        var parameters = defaults
        try request.read(into: &parameters)
        directions = try request.readDirections(into: &parameters, default: false)
        parameters.defaultTargetFacilityCount =
            try form.count("defaultTargetFacilityCount") ?? defaults.defaultTargetFacilityCount
        parameters.defaultImpedanceCutoff = try form.cutoff("defaultCutoff", default: defaults.defaultImpedanceCutoff)
        parameters.travelDirection = try form.choice("travelDirection") ?? defaults.travelDirection
        parameters.startDate = try form.moment("timeOfDay")
        parameters.startTimeUsage = try Self.usage(form, &parameters) ?? defaults.startTimeUsage
        parameters.returnsRoutes = try form.flag("returnCFRoutes")
        parameters.returnsPointBarriers = try form.flag("returnBarriers")
        parameters.returnsPolylineBarriers = try form.flag("returnPolylineBarriers")
        parameters.returnsPolygonBarriers = try form.flag("returnPolygonBarriers")
        (returnsFacilities, returnsIncidents) = (
            try form.flag("returnFacilities", default: true), try form.flag("returnIncidents", default: true)
        )
        let cutoff = "Cutoff_" + request.impedanceName(parameters)
        parameters.facilities = try request.places("facilities", limit: request.limits.pairs) { place, attributes in
            var facility = Facility(point: place.geometry)
            (facility.place, facility.impedanceCutoff) = (place, try attributes.number(cutoff))
            return facility
        }
        parameters.incidents = try request.places("incidents", limit: request.limits.pairs) { place, attributes in
            var incident = Incident(point: place.geometry)
            (incident.place, incident.impedanceCutoff) = (place, try attributes.number(cutoff))
            incident.targetFacilityCount = try attributes.count("TargetFacilityCount")
            return incident
        }
        (self.parameters, self.request) = (parameters, request)
        try expectFew(request.limits)
    }

    /// What the time is of; one that is not used is none.
    private static func usage(
        _ form: ServiceRequest, _ parameters: inout ClosestFacilityParameters
    ) throws(ServiceFailure) -> StartTimeUsage? {
        guard form["timeOfDayUsage"]?.lowercased() == "esrinatimeofdaynotused" else { return try form.choice("timeOfDayUsage") }
        parameters.startDate = nil
        return nil
    }

    private func expectFew(_ limits: NetworkLimits) throws(ServiceFailure) {
        let (facilities, incidents) = (parameters.facilities.count, parameters.incidents)
        let pairs = facilities * incidents.count
        if pairs > limits.pairs { throw .tooMany("incidents", "pairs with facilities", pairs, limit: limits.pairs) }
        let routes = incidents.reduce(0) {
            $0 + min($1.targetFacilityCount ?? parameters.defaultTargetFacilityCount, facilities)
        }
        if routes > limits.routes { throw .tooMany("incidents", "ways to facilities", routes, limit: limits.routes) }
        let isToward = parameters.travelDirection == .toFacility
        try request.expectFewDetours(
            isToward ? "incidents" : "facilities", isToward ? incidents.count : facilities, around: parameters.barriers)
    }
}
