import CairnCore
import CairnTasks

/// What a route layer is asked.
struct RouteQuestion {
    let parameters: RouteParameters
    let directions: DirectionsForm
    let returnsStops: Bool
    /// Whether an answer without routes is wanted rather than a failure where there is no way.
    let takesEmptyResults: Bool
    let ignoresInvalidLocations: Bool
    /// Which of the stops of the request each one is, from 1: those that say which one of their route they are stand in that order.
    private let numbers: [Int]

    init(_ request: NetworkRequest, _ defaults: RouteParameters) throws(ServiceFailure) {
        let form = request.request
        var parameters = defaults
        try request.read(into: &parameters)
        directions = try request.readDirections(into: &parameters, default: true)
        (parameters.stops, numbers) = try Self.stops(request)
        parameters.findsBestSequence = try form.flag("findBestSequence", default: defaults.findsBestSequence)
        parameters.preservesFirstStop = try form.flag("preserveFirstStop", default: defaults.preservesFirstStop)
        parameters.preservesLastStop = try form.flag("preserveLastStop", default: defaults.preservesLastStop)
        parameters.startDate = try form.moment("startTime")
        parameters.returnsRoutes = try form.flag("returnRoutes", default: true)
        // What routes say of their stops is taken from them.
        parameters.returnsStops = true
        returnsStops = try form.flag("returnStops")
        parameters.returnsPointBarriers = try form.flag("returnBarriers")
        parameters.returnsPolylineBarriers = try form.flag("returnPolylineBarriers")
        parameters.returnsPolygonBarriers = try form.flag("returnPolygonBarriers")
        takesEmptyResults = try form.flag("returnEmptyResults")
        ignoresInvalidLocations = request.ignoresInvalidLocations
        self.parameters = parameters
        try expectFew(request.limits)
    }

    /// The number of a stop of a solved route.
    func number(of stop: Stop) -> Int { stop.id.index(amongPlaces: numbers.count).map { numbers[$0] } ?? stop.id }

    /// The stops that are on no route, with their numbers, each as at no road; none if the stops of routes do not say which of those that were asked for they are.
    func stops(besides stops: [Stop]) -> [(number: Int, stop: Stop)] {
        let found = Set(stops.map { number(of: $0) })
        guard !found.isEmpty, found.isSubset(of: numbers) else { return [] }
        return zip(numbers, parameters.stops).filter { !found.contains($0.0) }.map { number, stop in
            var stop = stop
            stop.locationStatus = .notLocated
            return (number, stop)
        }
    }

    /// The answer where there is no way, in the place of a failure.
    func emptyResult(_ error: RouteError) -> RouteResult {
        var result = RouteResult()
        result.messages = [error.description]
        return result
    }

    private func expectFew(_ limits: NetworkLimits) throws(ServiceFailure) {
        let counts = Dictionary(grouping: parameters.stops, by: \.routeName).mapValues(\.count)
        if let lone = counts.filter({ $0.value < 2 }).keys.min() {
            let whose = lone.isEmpty ? "there" : "of \(lone.printable(upTo: 60)) there"
            throw .invalid("stops", "a route leads from one stop to another at least, and \(whose) is one")
        }
        if parameters.findsBestSequence, parameters.stops.count > limits.orderedStops {
            throw .tooMany("stops", "stops to be put into the best order", parameters.stops.count, limit: limits.orderedStops)
        }
    }

    // MARK: - Stops

    private static func stops(_ request: NetworkRequest) throws(ServiceFailure) -> (stops: [Stop], numbers: [Int]) {
        let keepsWindows = try request.request.flag("useTimeWindows")
        let given = try request.places("stops", limit: request.limits.stops) { place, attributes in
            (stop: try stop(place, attributes, keepsWindows: keepsWindows), sequence: try attributes.wholeNumber("Sequence"))
        }
        let numbered = given.enumerated().map { (number: $0 + 1, stop: $1.stop, sequence: $1.sequence ?? .max) }
        let sorted = numbered.sorted { ($0.sequence, $0.number) < ($1.sequence, $1.number) }
        return (sorted.map(\.stop), sorted.map(\.number))
    }

    private static func stop(_ place: NetworkPlace, _ attributes: NetworkAttributes, keepsWindows: Bool) throws -> Stop {
        var stop = Stop(point: place.geometry, name: place.name)
        stop.kind = try attributes.choice("LocationType") ?? .stop
        stop.routeName = try attributes.text("RouteName") ?? ""
        (stop.curbApproach, stop.addedCosts) = (place.curbApproach, place.addedCosts)
        (stop.currentBearing, stop.currentBearingTolerance) = (place.currentBearing, place.currentBearingTolerance)
        stop.navigationLatency = place.navigationLatency
        guard keepsWindows else { return stop }
        stop.timeWindowStart = try attributes.moment("TimeWindowStart")
        stop.timeWindowEnd = try attributes.moment("TimeWindowEnd")
        return stop
    }
}
