import CairnCore

/// Requests to a layer of service areas of an NAServer.
enum ServiceAreaWire {
    /// - Throws: ``RouteError`` if a facility has limits of its own, and nobody says of what.
    static func fields(of parameters: ServiceAreaParameters, _ network: NetworkInfo) throws -> [String: String] {
        let impedance = ImpedanceName(parameters, network)
        var fields = NetworkWire.fields(of: parameters)
        fields["facilities"] = try NetworkWire.features(parameters.facilities) { try impedance.breaks($0.impedanceCutoffs) }
        fields["travelDirection"] = parameters.travelDirection.rawValue
        if !parameters.defaultImpedanceCutoffs.isEmpty {
            fields["defaultBreaks"] = parameters.defaultImpedanceCutoffs.map(NetworkWire.text).joined(separator: ",")
        }
        fields.merge(polygons(of: parameters)) { $1 }
        fields.merge(polylines(of: parameters)) { $1 }
        fields.merge(returned(by: parameters)) { $1 }
        fields.merge(NetworkWire.timeOfDay(of: parameters)) { $1 }
        return fields
    }

    /// Areas that are made one do not overlap before.
    private static func polygons(of parameters: ServiceAreaParameters) -> [String: String] {
        var fields = [
            "outputPolygons": parameters.returnsPolygons ? detail(parameters.polygonDetail) : "esriNAOutputPolygonNone",
            "splitPolygonsAtBreaks": NetworkWire.text(parameters.geometryAtCutoff == .rings),
            "overlapPolygons": NetworkWire.text(parameters.geometryAtOverlap == .overlap),
            "mergeSimilarPolygonRanges": NetworkWire.text(parameters.geometryAtOverlap == .dissolve),
            "trimOuterPolygon": NetworkWire.text(parameters.polygonBufferDistance != nil),
        ]
        if let distance = parameters.polygonBufferDistance {
            fields["trimPolygonDistance"] = NetworkWire.text(distance)
            fields["trimPolygonDistanceUnits"] = "esriMeters"
        }
        if !parameters.sourceNamesExcludedFromPolygons.isEmpty {
            fields["excludeSourcesFromPolygons"] = parameters.sourceNamesExcludedFromPolygons.joined(separator: ",")
        }
        return fields
    }

    /// Services draw the roughest areas along the hierarchy of roads, and have but two ways of drawing.
    private static func detail(_ detail: ServiceAreaPolygonDetail) -> String {
        detail == .high ? "esriNAOutputPolygonDetailed" : "esriNAOutputPolygonSimplified"
    }

    private static func polylines(of parameters: ServiceAreaParameters) -> [String: String] {
        guard parameters.returnsPolylines else { return ["outputLines": "esriNAOutputLineNone"] }
        return [
            "outputLines": RouteShape.trueShape.rawValue, "includeSourceInformationOnLines": "false",
            "overlapLines": NetworkWire.text(parameters.geometryAtOverlap == .overlap),
            "splitLinesAtBreaks": NetworkWire.text(parameters.geometryAtCutoff == .rings),
        ]
    }

    private static func returned(by parameters: ServiceAreaParameters) -> [String: String] {
        [
            "returnFacilities": "true", "returnBarriers": NetworkWire.text(parameters.returnsPointBarriers),
            "returnPolylineBarriers": NetworkWire.text(parameters.returnsPolylineBarriers),
            "returnPolygonBarriers": NetworkWire.text(parameters.returnsPolygonBarriers),
        ]
    }
}
