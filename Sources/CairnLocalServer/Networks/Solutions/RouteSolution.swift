import CairnCore
import CairnGeo
import CairnTasks

/// The answer of a route layer.
struct RouteSolution {
    private let result: RouteResult
    private let question: RouteQuestion
    private let common: NetworkSolution
    private let time: TimeCost?

    init(_ result: RouteResult, _ question: RouteQuestion, _ network: NetworkInfo) {
        (self.result, self.question) = (result, question)
        common = NetworkSolution(question.parameters, result.routes.lazy.compactMap(\.geometry?.spatialReference).first)
        time = TimeCost(question.parameters.travelMode ?? network.defaultTravelMode, network)
    }

    /// - Throws: A failure if a stop is at no road, and was not to be passed over.
    func json() throws(ServiceFailure) -> JSONValue {
        try expectLocated()
        var members = common.barriers(
            RouteBarriers(result.pointBarriers, result.polylineBarriers, result.polygonBarriers))
        members["messages"] = NetworkSolution.messages(result.messages)
        if question.parameters.returnsRoutes { members["routes"] = routes() }
        if question.returnsStops { members["stops"] = stops() }
        if question.parameters.returnsDirections {
            let telling = DirectionsSolution(question.directions, common.reference)
            members["directions"] = .array(result.routes.enumerated().map { telling.json($1, id: $0 + 1) })
        }
        return .object(members)
    }

    private func expectLocated() throws(ServiceFailure) {
        let count = result.routes.reduce(0) { $0 + $1.stops.count { $0.locationStatus != .notLocated } }
        if question.ignoresInvalidLocations || result.routes.isEmpty || count >= question.parameters.stops.count { return }
        throw .unsolved("'stops': there is no road near some of them, and ignoreInvalidLocations is false.")
    }

    private func routes() -> JSONValue {
        var set = NetworkFeatureSet(.polyline, in: common.reference)
        for route in result.routes {
            let feature = RouteFeature(route, time)
            var attributes = feature.attributes()
            attributes["FirstStopID"] = route.stops.first.map { .integer(question.number(of: $0)) } ?? .null
            attributes["LastStopID"] = route.stops.last.map { .integer(question.number(of: $0)) } ?? .null
            attributes["StopCount"] = .integer(route.stops.count)
            set.add(feature.geometry, attributes)
        }
        return set.json
    }

    // MARK: - Stops

    private func stops() -> JSONValue {
        var set = NetworkFeatureSet(.point, in: common.reference)
        for route in result.routes {
            for stop in route.stops { set.add(.point(stop.geometry), attributes(of: stop, on: route)) }
        }
        for (number, stop) in question.stops(besides: result.routes.flatMap(\.stops)) {
            set.add(.point(stop.geometry), attributes(ofLost: stop, number))
        }
        return set.json
    }

    /// What is on no route has no place among its stops.
    private func attributes(ofLost stop: Stop, _ number: Int) -> [String: JSONValue] {
        var attributes = asked(of: stop, number)
        attributes["Status"] = .integer(stop.locationStatus.rawValue)
        (attributes["Sequence"], attributes["RouteName"]) = (.null, stop.routeName.isEmpty ? .null : .string(stop.routeName))
        return attributes
    }

    private func attributes(of stop: Stop, on route: Route) -> [String: JSONValue] {
        var attributes = asked(of: stop, question.number(of: stop))
        attributes.merge(found(stop)) { $1 }
        // By its name one finds the route among several.
        let isNamed = !stop.routeName.isEmpty || result.routes.count > 1
        attributes["RouteName"] = isNamed ? .string(stop.routeName.isEmpty ? route.name : stop.routeName) : .null
        return attributes
    }

    /// What a request tells of its stops.
    private func asked(of stop: Stop, _ number: Int) -> [String: JSONValue] {
        var attributes = NetworkSolution.costs(stop.addedCosts, after: "Attr_")
        (attributes["ObjectID"], attributes["Name"]) = (.integer(number), .string(stop.name))
        attributes["LocationType"] = .integer(stop.kind.rawValue)
        attributes["CurbApproach"] = .integer(stop.curbApproach.rawValue)
        attributes["TimeWindowStart"] = NetworkSolution.milliseconds(stop.timeWindowStart).map(JSONValue.integer) ?? .null
        attributes["TimeWindowEnd"] = NetworkSolution.milliseconds(stop.timeWindowEnd).map(JSONValue.integer) ?? .null
        return attributes
    }

    /// What a route tells of its stops.
    private func found(_ stop: Stop) -> [String: JSONValue] {
        var attributes = NetworkSolution.times(stop.arrivalDate, "ArriveTime")
        attributes.merge(NetworkSolution.times(stop.departureDate, "DepartTime")) { $1 }
        attributes["Sequence"] = .integer(stop.sequence)
        attributes["Status"] = .integer(stop.locationStatus.rawValue)
        attributes["DistanceToNetworkInMeters"] = stop.distanceToNetworkLocation.map(JSONValue.number) ?? .null
        attributes["ArriveCurbApproach"] = stop.arrivalCurbApproach.map { .integer($0.rawValue) } ?? .null
        attributes["DepartCurbApproach"] = stop.departureCurbApproach.map { .integer($0.rawValue) } ?? .null
        if let time {
            attributes["Wait_\(time.name)"] = .number(stop.waitTime / time.secondsPerUnit)
            attributes["Violation_\(time.name)"] = .number(stop.violationTime / time.secondsPerUnit)
        }
        return attributes
    }
}
