import CairnCore
import CairnGeo

/// A trace as it is asked for.
struct UtilityTraceWire {
    private let parameters: UtilityTraceParameters

    init(_ parameters: UtilityTraceParameters) { self.parameters = parameters }

    /// - Throws: ``UtilityNetworkError`` for what would mean nothing.
    func form() throws(UtilityNetworkError) -> [String: String] {
        try expectStart()
        var form = ["traceType": parameters.traceType.rawValue]
        form["traceLocations"] = try locations().text()
        if let named = parameters.namedTraceConfiguration {
            form["traceConfigurationGlobalId"] = named.globalID.globalIDText
        } else if let configuration = parameters.traceConfiguration {
            form["traceConfiguration"] = try configuration.esriJSON().text()
        }
        form["resultTypes"] = UtilityTraceResultType.esriJSON(parameters.wantedTypes).text()
        if let reference = parameters.outSpatialReference { form["outSR"] = reference.esriJSON.text() }
        return form
    }

    private func expectStart() throws(UtilityNetworkError) {
        let count = parameters.startingLocations.count
        let hasSubnetwork = parameters.configuration?.subnetworkName.isEmpty == false
        let needed =
            if let named = parameters.namedTraceConfiguration { named.fewestStartingLocations } else {
                hasSubnetwork && parameters.traceType.takesSubnetworkName ? 0 : parameters.traceType.fewestStartingLocations
            }
        guard count >= needed else {
            throw .tooFewStartingLocations(trace: parameters.traceType.rawValue, count: count, needed: needed)
        }
    }

    private func locations() throws(UtilityNetworkError) -> JSONValue {
        var locations: [JSONValue] = []
        for element in parameters.startingLocations { locations.append(.object(try location(element, "startingPoint"))) }
        for element in parameters.barriers { locations.append(.object(try location(element, "barrier"))) }
        for element in parameters.filterBarriers {
            var location = try location(element, "barrier")
            location["isFilterBarrier"] = true
            locations.append(.object(location))
        }
        return .array(locations)
    }

    /// A location without a terminal, or without a place along its edge, services pass over in silence.
    private func location(_ element: UtilityElement, _ type: String) throws(UtilityNetworkError) -> [String: JSONValue] {
        var location: [String: JSONValue] = ["traceLocationType": .string(type), "globalId": .string(element.globalIDText)]
        switch element.networkSource.sourceType {
        case .edge:
            let fraction = element.fractionAlongEdge
            guard (0...1).contains(fraction) else { throw .wrongFraction(fraction, globalID: element.globalIDText) }
            location["percentAlong"] = .number(fraction)
        case .junction: location["terminalId"] = .integer(try terminal(of: element))
        }
        return location
    }

    private func terminal(of element: UtilityElement) throws(UtilityNetworkError) -> Int {
        if let terminal = element.terminal { return terminal.id }
        let terminals = element.assetType.terminalConfiguration?.terminals ?? []
        guard terminals.count <= 1 else {
            throw .terminalMissing(
                globalID: element.globalIDText, assetType: element.assetType.name, known: terminals.map(\.name))
        }
        // What has no configuration has one terminal, to which networks give the number 1.
        return terminals.first?.id ?? 1
    }
}

extension UtilityTraceParameters {
    /// What is to be given, each once.
    var wantedTypes: [UtilityTraceResultType] {
        let types = resultTypes.uniqued()
        return types.isEmpty ? [.elements] : types
    }
}
