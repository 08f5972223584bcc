import CairnCore
import CairnGeo
import Foundation

/// An answer of a route layer: what it says, or the error that it does not say it.
struct RouteAnswer {
    private let answer: NetworkAnswer
    private let parameters: RouteParameters
    private let network: NetworkInfo

    init(_ root: AnswerPart, _ parameters: RouteParameters, _ network: NetworkInfo) {
        answer = NetworkAnswer(root, parameters)
        (self.parameters, self.network) = (parameters, network)
    }

    func result() throws -> RouteResult {
        if parameters.returnsRoutes { _ = try answer.root.required("routes") }
        var result = RouteResult(routes: try routes())
        result.messages = try answer.messages()
        result.directionsLanguage = parameters.directionsLanguage
        result.giveBackBarriers(of: parameters)
        return result
    }

    private func routes() throws -> [Route] {
        let routes = try RouteFeatures(answer.root, parameters, network).routes().map(\.route)
        // Services tell stops that are at no road, too, which are on no route.
        let stops = try stops().filter { $0.locationStatus != .notLocated }
        let byRoute = Dictionary(grouping: stops, by: \.routeName)
        let isOnly = routes.count == 1 && Set(parameters.stops.map(\.routeName)).count <= 1
        return routes.map { route in
            var route = route
            route.stops = isOnly ? stops : byRoute[route.name] ?? []
            return route
        }
    }

    // MARK: - Stops

    private func stops() throws -> [Stop] {
        guard let set = try answer.root.optional("stops") else { return [] }
        let reference = try answer.reference(of: set)
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

    private func given(_ id: Int) -> Stop? { id.index(amongPlaces: parameters.stops.count).map { parameters.stops[$0] } }

    private func fill(_ stop: inout Stop, _ attributes: NetworkAttributes, _ units: CostUnits) throws {
        stop.name = try attributes.text("Name") ?? stop.name
        stop.routeName = try attributes.text("RouteName") ?? stop.routeName
        stop.sequence = try attributes.wholeNumber("Sequence") ?? 0
        stop.locationStatus = Stop.LocationStatus(rawValue: try attributes.wholeNumber("Status") ?? 0)
        stop.distanceToNetworkLocation = try attributes.number("DistanceToNetworkInMeters")
        stop.arrivalDate = try attributes.date("ArriveTimeUTC") ?? attributes.date("ArriveTime")
        stop.departureDate = try attributes.date("DepartTimeUTC") ?? attributes.date("DepartTime")
        stop.arrivalCurbApproach = try attributes.curbApproach("ArriveCurbApproach")
        stop.departureCurbApproach = try attributes.curbApproach("DepartCurbApproach")
        stop.waitTime = units.seconds(try attributes.numbers(after: "Wait_")) ?? 0
        stop.violationTime = units.seconds(try attributes.numbers(after: "Violation_")) ?? 0
    }
}
