import CairnCore
import CairnGeo
import Foundation

/// Requests to a route layer of an NAServer.
enum RouteWire {
    static func fields(of parameters: RouteParameters) -> [String: String] {
        var fields = NetworkWire.fields(of: parameters)
        fields["stops"] = NetworkWire.features(
            parameters.stops.map { NetworkWire.feature(.point($0.geometry), attributes(of: $0)) })
        fields.merge(order(of: parameters)) { $1 }
        fields.merge(returned(by: parameters)) { $1 }
        fields.merge(DirectionsWire.fields(of: parameters)) { $1 }
        fields.merge(times(of: parameters)) { $1 }
        return fields
    }

    private static func order(of parameters: RouteParameters) -> [String: String] {
        [
            "findBestSequence": NetworkWire.text(parameters.findsBestSequence),
            "preserveFirstStop": NetworkWire.text(parameters.preservesFirstStop),
            "preserveLastStop": NetworkWire.text(parameters.preservesLastStop),
        ]
    }

    private static func returned(by parameters: RouteParameters) -> [String: String] {
        [
            "returnRoutes": NetworkWire.text(parameters.returnsRoutes), "returnStops": NetworkWire.text(parameters.returnsStops),
            "returnBarriers": NetworkWire.text(parameters.returnsPointBarriers),
            "returnPolylineBarriers": NetworkWire.text(parameters.returnsPolylineBarriers),
            "returnPolygonBarriers": NetworkWire.text(parameters.returnsPolygonBarriers),
        ]
    }

    /// Times are told as moments, which services call UTC.
    private static func times(of parameters: RouteParameters) -> [String: String] {
        var fields: [String: String] = [:]
        if let start = parameters.startDate.flatMap(NetworkWire.milliseconds) {
            fields["startTime"] = "\(start)"
            fields["startTimeIsUTC"] = "true"
        }
        if parameters.stops.contains(where: { $0.timeWindowStart != nil || $0.timeWindowEnd != nil }) {
            fields["useTimeWindows"] = "true"
            fields["timeWindowsAreUTC"] = "true"
        }
        return fields
    }

    private static func attributes(of stop: Stop) -> [String: JSONValue] {
        var attributes = NetworkWire.attributes(of: stop.place)
        attributes["LocationType"] = .integer(stop.kind.rawValue)
        if !stop.routeName.isEmpty { attributes["RouteName"] = .string(stop.routeName) }
        attributes["TimeWindowStart"] = stop.timeWindowStart.flatMap(NetworkWire.milliseconds).map(JSONValue.integer)
        attributes["TimeWindowEnd"] = stop.timeWindowEnd.flatMap(NetworkWire.milliseconds).map(JSONValue.integer)
        return attributes
    }
}

extension Stop {
    /// What it has in common with the places of other questions.
    fileprivate var place: NetworkPlace {
        var place = NetworkPlace(point: geometry, name: name)
        place.curbApproach = curbApproach
        (place.currentBearing, place.currentBearingTolerance) = (currentBearing, currentBearingTolerance)
        (place.navigationLatency, place.addedCosts) = (navigationLatency, addedCosts)
        return place
    }
}
