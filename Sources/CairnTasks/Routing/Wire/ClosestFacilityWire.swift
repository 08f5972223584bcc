import CairnCore

/// Requests to a layer of closest facilities of an NAServer.
enum ClosestFacilityWire {
    /// - Throws: ``RouteError`` if a place has a limit of its own, and nobody says of what.
    static func fields(of parameters: ClosestFacilityParameters, _ network: NetworkInfo) throws -> [String: String] {
        var fields = NetworkWire.fields(of: parameters)
        fields.merge(try places(of: parameters, ImpedanceName(parameters, network))) { $1 }
        fields.merge(limits(of: parameters)) { $1 }
        fields.merge(returned(by: parameters)) { $1 }
        fields.merge(DirectionsWire.fields(of: parameters)) { $1 }
        fields.merge(time(of: parameters)) { $1 }
        return fields
    }

    private static func places(
        of parameters: ClosestFacilityParameters, _ impedance: ImpedanceName
    ) throws -> [String: String] {
        [
            "facilities": try NetworkWire.features(parameters.facilities) { try impedance.cutoff($0.impedanceCutoff) },
            "incidents": try NetworkWire.features(parameters.incidents) { incident in
                var attributes = try impedance.cutoff(incident.impedanceCutoff)
                attributes["TargetFacilityCount"] = incident.targetFacilityCount.map(JSONValue.integer)
                return attributes
            },
        ]
    }

    private static func limits(of parameters: ClosestFacilityParameters) -> [String: String] {
        var fields = [
            "defaultTargetFacilityCount": "\(parameters.defaultTargetFacilityCount)",
            "travelDirection": parameters.travelDirection.rawValue,
        ]
        fields["defaultCutoff"] = parameters.defaultImpedanceCutoff.map(NetworkWire.text)
        return fields
    }

    /// Services of before return nothing that is not asked for.
    private static func returned(by parameters: ClosestFacilityParameters) -> [String: String] {
        [
            "returnCFRoutes": NetworkWire.text(parameters.returnsRoutes), "returnFacilities": "true", "returnIncidents": "true",
            "returnBarriers": NetworkWire.text(parameters.returnsPointBarriers),
            "returnPolylineBarriers": NetworkWire.text(parameters.returnsPolylineBarriers),
            "returnPolygonBarriers": NetworkWire.text(parameters.returnsPolygonBarriers),
        ]
    }

    private static func time(of parameters: ClosestFacilityParameters) -> [String: String] {
        var fields = NetworkWire.timeOfDay(of: parameters)
        if !fields.isEmpty { fields["timeOfDayUsage"] = parameters.startTimeUsage.rawValue }
        return fields
    }
}
