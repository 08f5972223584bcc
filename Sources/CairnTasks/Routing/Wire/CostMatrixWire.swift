import CairnCore

/// Requests to a layer of cost matrices of an NAServer.
enum CostMatrixWire {
    /// - Throws: ``RouteError`` if an origin has a limit of its own, and nobody says of what.
    static func fields(of parameters: CostMatrixParameters, _ network: NetworkInfo) throws -> [String: String] {
        let impedance = ImpedanceName(parameters, network)
        var fields = NetworkWire.fields(of: parameters)
        fields["origins"] = try NetworkWire.features(parameters.origins) { origin in
            var attributes = try impedance.cutoff(origin.impedanceCutoff)
            attributes["TargetDestinationCount"] = origin.targetDestinationCount.map(JSONValue.integer)
            return attributes
        }
        fields["destinations"] = NetworkWire.features(parameters.destinations) { _ in [:] }
        fields["defaultCutoff"] = parameters.defaultImpedanceCutoff.map(NetworkWire.text)
        fields["defaultTargetDestinationCount"] = parameters.defaultTargetDestinationCount.map(String.init)
        fields["outputType"] = "esriNAODOutputSparseMatrix"
        (fields["returnOrigins"], fields["returnDestinations"]) = ("true", "true")
        fields.merge(NetworkWire.timeOfDay(of: parameters)) { $1 }
        return fields
    }
}
