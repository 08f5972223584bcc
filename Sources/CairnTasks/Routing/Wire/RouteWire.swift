import CairnCore
import CairnGeo
import Foundation

/// Requests to a route layer of an NAServer.
enum RouteWire {
    static func fields(of parameters: RouteParameters) -> [String: String] {
        var fields = [
            "stops": features(parameters.stops.map { feature(.point($0.geometry), attributes(of: $0)) }),
            "findBestSequence": text(parameters.findsBestSequence), "preserveFirstStop": text(parameters.preservesFirstStop),
            "preserveLastStop": text(parameters.preservesLastStop), "returnDirections": text(parameters.returnsDirections),
            "returnRoutes": text(parameters.returnsRoutes), "returnStops": text(parameters.returnsStops),
            "returnBarriers": text(parameters.returnsPointBarriers),
            "returnPolylineBarriers": text(parameters.returnsPolylineBarriers),
            "returnPolygonBarriers": text(parameters.returnsPolygonBarriers), "outputLines": parameters.routeShape.rawValue,
            "directionsLengthUnits": unit(parameters.directionsDistanceUnits).rawValue,
            "directionsStyleName": parameters.directionsStyle.rawValue,
        ]
        if let mode = parameters.travelMode { fields["travelMode"] = mode.esriJSON.text() }
        if !parameters.accumulateAttributeNames.isEmpty {
            fields["accumulateAttributeNames"] = parameters.accumulateAttributeNames.joined(separator: ",")
        }
        if let reference = parameters.outputSpatialReference { fields["outSR"] = LocatorWire.text(of: reference) }
        if !parameters.directionsLanguage.isEmpty { fields["directionsLanguage"] = parameters.directionsLanguage }
        fields.merge(times(of: parameters)) { $1 }
        fields.merge(barriers(of: parameters)) { $1 }
        return fields
    }

    /// Times are told as moments, which services call UTC.
    private static func times(of parameters: RouteParameters) -> [String: String] {
        var fields: [String: String] = [:]
        if let start = parameters.startDate.flatMap(milliseconds) {
            fields["startTime"] = "\(start)"
            fields["startTimeIsUTC"] = "true"
        }
        if parameters.stops.contains(where: { $0.timeWindowStart != nil || $0.timeWindowEnd != nil }) {
            fields["useTimeWindows"] = "true"
            fields["timeWindowsAreUTC"] = "true"
        }
        return fields
    }

    private static func barriers(of parameters: RouteParameters) -> [String: String] {
        var fields: [String: String] = [:]
        if !parameters.pointBarriers.isEmpty {
            fields["barriers"] = features(
                parameters.pointBarriers.map { barrier in
                    feature(.point(barrier.geometry), named(barrier.name, barrier.kind.rawValue, barrier.addedCosts))
                })
        }
        if !parameters.polylineBarriers.isEmpty {
            fields["polylineBarriers"] = features(
                parameters.polylineBarriers.map { feature(.polyline($0.geometry), scaled($0.name, $0.scaleFactors)) })
        }
        if !parameters.polygonBarriers.isEmpty {
            fields["polygonBarriers"] = features(
                parameters.polygonBarriers.map { feature(.polygon($0.geometry), scaled($0.name, $0.scaleFactors)) })
        }
        return fields
    }

    static func unit(_ system: UnitSystem) -> CostAttribute.Unit { system == .imperial ? .miles : .kilometers }

    private static func text(_ flag: Bool) -> String { flag ? "true" : "false" }

    // MARK: - Features

    private static func features(_ features: [JSONValue]) -> String { JSONValue.object(["features": .array(features)]).text() }

    private static func feature(_ geometry: Geometry, _ attributes: [String: JSONValue]) -> JSONValue {
        ["geometry": geometry.esriJSON, "attributes": .object(attributes)]
    }

    /// 0 closes the roads, 1 multiplies their costs.
    private static func scaled(_ name: String, _ factors: [String: Double]) -> [String: JSONValue] {
        named(name, factors.isEmpty ? 0 : 1, factors)
    }

    private static func named(_ name: String, _ type: Int, _ costs: [String: Double]) -> [String: JSONValue] {
        var attributes = self.costs(costs)
        attributes["BarrierType"] = .integer(type)
        if !name.isEmpty { attributes["Name"] = .string(name) }
        return attributes
    }

    private static func costs(_ costs: [String: Double]) -> [String: JSONValue] {
        Dictionary(costs.map { ("Attr_\($0.key)", JSONValue.number($0.value)) }) { first, _ in first }
    }

    private static func attributes(of stop: Stop) -> [String: JSONValue] {
        var attributes = costs(stop.addedCosts)
        attributes["CurbApproach"] = .integer(stop.curbApproach.rawValue)
        attributes["LocationType"] = .integer(stop.kind.rawValue)
        if !stop.name.isEmpty { attributes["Name"] = .string(stop.name) }
        if !stop.routeName.isEmpty { attributes["RouteName"] = .string(stop.routeName) }
        if let bearing = stop.currentBearing {
            attributes["Bearing"] = .number(bearing)
            attributes["BearingTol"] = .number(stop.currentBearingTolerance)
        }
        if let latency = stop.navigationLatency { attributes["NavLatency"] = .number(latency) }
        attributes["TimeWindowStart"] = stop.timeWindowStart.flatMap(milliseconds).map(JSONValue.integer)
        attributes["TimeWindowEnd"] = stop.timeWindowEnd.flatMap(milliseconds).map(JSONValue.integer)
        return attributes
    }

    /// Since 1970.
    private static func milliseconds(_ date: Date) -> Int? { Int(rounding: date.timeIntervalSince1970 * 1000) }
}
