import CairnCore
import CairnGeo
import Foundation

/// An answer of a route layer: what it says, or the error that it does not say it.
struct RouteAnswer {
    private let root: AnswerPart
    private let parameters: RouteParameters
    private let network: NetworkInfo

    init(_ root: AnswerPart, _ parameters: RouteParameters, _ network: NetworkInfo) {
        (self.root, self.parameters, self.network) = (root, parameters, network)
    }

    func result() throws -> RouteResult {
        let directions = try root.optional("directions")?.list() ?? []
        var result = RouteResult(routes: try routes(directions))
        result.messages = try root.optional("messages")?.list().map { try message($0) } ?? []
        result.directionsLanguage = parameters.directionsLanguage
        if parameters.returnsPointBarriers { result.pointBarriers = parameters.pointBarriers }
        if parameters.returnsPolylineBarriers { result.polylineBarriers = parameters.polylineBarriers }
        if parameters.returnsPolygonBarriers { result.polygonBarriers = parameters.polygonBarriers }
        return result
    }

    /// Services write objects, and recorded answers have had bare texts.
    private func message(_ part: AnswerPart) throws -> String {
        part.json.object == nil ? try part.text() : try part.optional("description")?.text() ?? ""
    }

    // MARK: - Routes

    private func routes(_ directions: [AnswerPart]) throws -> [Route] {
        guard let set = try root.optional("routes") else {
            // Who asked for directions alone.
            return try directions.map { try route(directions: $0) }
        }
        let reference = try set.optional("spatialReference")?.spatialReference() ?? parameters.outputSpatialReference
        let features = try set.required("features").list()
        let stops = try stops()
        return try features.enumerated().map { index, feature in
            let attributes = try NetworkAttributes(feature)
            var route = try route(attributes, geometry: feature.optional("geometry"), reference)
            let own =
                try directions.first { try belong($0, attributes) }
                ?? (directions.count == features.count ? directions[index] : nil)
            if let own { try add(own, to: &route) }
            route.stops = stops.filter { features.count == 1 || $0.routeName == route.name }
            return route
        }
    }

    private func belong(_ directions: AnswerPart, _ attributes: NetworkAttributes) throws -> Bool {
        guard let id = try directions.optional("routeId")?.wholeNumber() else { return false }
        return try id == attributes.wholeNumber("ObjectID")
    }

    private func route(_ attributes: NetworkAttributes, geometry: AnswerPart?, _ reference: SpatialReference?) throws -> Route {
        var route = Route()
        route.name = try attributes.text("Name") ?? ""
        route.geometry = try geometry.map { try line($0, reference) }
        route.totalCosts = try attributes.numbers(after: "Total_")
        let units = CostUnits(parameters.travelMode, network)
        route.totalTime = units.seconds(route.totalCosts) ?? 0
        route.lengthInMeters = units.meters(route.totalCosts) ?? 0
        route.waitTime = units.seconds(try attributes.numbers(after: "TotalWait_")) ?? 0
        route.violationTime = units.seconds(try attributes.numbers(after: "TotalViolation_")) ?? 0
        route.travelTime = max(0, route.totalTime - route.waitTime)
        route.startDate = try attributes.date("StartTimeUTC") ?? attributes.date("StartTime")
        route.endDate = try attributes.date("EndTimeUTC") ?? attributes.date("EndTime")
        return route
    }

    private func line(_ part: AnswerPart, _ reference: SpatialReference?) throws -> Polyline {
        guard let geometry = try? Geometry(esriJSON: part.json, spatialReference: reference), case .polyline(let line) = geometry
        else {
            throw part.refusal("is no line")
        }
        return line
    }

    private func route(directions: AnswerPart) throws -> Route {
        var route = Route()
        route.name = try directions.optional("routeName")?.text() ?? ""
        try add(directions, to: &route)
        return route
    }

    /// The summary is in the units of the directions, and in minutes.
    private func add(_ directions: AnswerPart, to route: inout Route) throws {
        let reading = DirectionsAnswer(directions, parameters)
        route.directionManeuvers = try reading.maneuvers()
        guard let summary = try directions.optional("summary") else { return }
        if route.lengthInMeters == 0, let length = try summary.optional("totalLength")?.number() {
            route.lengthInMeters = length * reading.metersPerUnit
        }
        if let time = try summary.optional("totalTime")?.number(), route.totalTime == 0 { route.totalTime = time * 60 }
        if let time = try summary.optional("totalDriveTime")?.number() { route.travelTime = time * 60 }
    }

    // MARK: - Stops

    private func stops() throws -> [Stop] {
        guard let set = try root.optional("stops") else { return [] }
        let reference = try set.optional("spatialReference")?.spatialReference() ?? parameters.outputSpatialReference
        let units = CostUnits(parameters.travelMode, network)
        let stops = try set.required("features").list().map { feature -> Stop in
            let attributes = try NetworkAttributes(feature)
            let id = try attributes.wholeNumber("ObjectID") ?? 0
            guard let place = try feature.optional("geometry")?.place(in: reference) ?? given(id)?.geometry else {
                throw feature.refusal("has no geometry")
            }
            // What was asked for, and what was found.
            var stop = given(id) ?? Stop(point: place)
            (stop.geometry, stop.id) = (place, id)
            try fill(&stop, attributes, units)
            return stop
        }
        return stops.sorted { ($0.sequence, $0.id) < ($1.sequence, $1.id) }
    }

    private func given(_ id: Int) -> Stop? { parameters.stops.indices.contains(id - 1) ? parameters.stops[id - 1] : nil }

    private func fill(_ stop: inout Stop, _ attributes: NetworkAttributes, _ units: CostUnits) throws {
        stop.name = try attributes.text("Name") ?? stop.name
        stop.routeName = try attributes.text("RouteName") ?? stop.routeName
        stop.sequence = try attributes.wholeNumber("Sequence") ?? 0
        stop.locationStatus = Stop.LocationStatus(rawValue: try attributes.wholeNumber("Status") ?? 0)
        stop.distanceToNetworkLocation = try attributes.number("DistanceToNetworkInMeters")
        stop.arrivalDate = try attributes.date("ArriveTimeUTC") ?? attributes.date("ArriveTime")
        stop.departureDate = try attributes.date("DepartTimeUTC") ?? attributes.date("DepartTime")
        stop.arrivalCurbApproach = try attributes.wholeNumber("ArriveCurbApproach").flatMap(CurbApproach.init)
        stop.departureCurbApproach = try attributes.wholeNumber("DepartCurbApproach").flatMap(CurbApproach.init)
        stop.waitTime = units.seconds(try attributes.numbers(after: "Wait_")) ?? 0
        stop.violationTime = units.seconds(try attributes.numbers(after: "Violation_")) ?? 0
    }
}
