import CairnCore
import CairnGeo
import CairnTasks

/// What layers of a network service say of themselves.
enum NetworkMetadata {
    /// What all of them say.
    static func members(
        of network: NetworkInfo, _ kind: NetworkLayerKind, _ defaults: some NetworkQuestion
    ) -> [String: JSONValue] {
        let mode = network.defaultTravelMode ?? TravelMode()
        var members: [String: JSONValue] = [
            "currentVersion": .number(ServicesDirectory.version), "layerName": .string(kind.name),
            "layerType": .string(kind.rawValue), "impedance": .string(network.impedanceAttributeName),
            "restrictions": .array(mode.restrictionAttributeNames.map(JSONValue.string)),
            "ignoreInvalidLocations": true, "restrictUTurns": .string(mode.uTurnPolicy.rawValue),
            "useHierarchy": .bool(mode.usesHierarchy),
            "accumulateAttributeNames": .array(defaults.accumulateAttributeNames.map(JSONValue.string)),
            "attributeParameterValues": mode.esriJSON["attributeParameterValues"] ?? [],
            "outputSpatialReference": SpatialReference.wgs84.esriJSON, "hasM": false, "hasZ": false,
            "networkDataset": [
                "name": .string(network.networkName), "networkAttributes": .array(costs(network) + restrictions(network)),
            ],
        ]
        if let distance = network.maxLocatingDistance {
            (members["maxSnapTolerance"], members["snapToleranceUnits"]) = (.number(distance), "esriMeters")
        }
        return members.merging(travelModes(of: network)) { own, _ in own }
    }

    /// How one may move.
    static func travelModes(of network: NetworkInfo) -> [String: JSONValue] {
        [
            "supportedTravelModes": .array(network.travelModes.map(\.esriJSON)),
            "defaultTravelMode": .string(network.defaultTravelMode?.id ?? ""),
        ]
    }

    private static func costs(_ network: NetworkInfo) -> [JSONValue] {
        network.costAttributes.values.sorted { $0.name < $1.name }.map {
            [
                "name": .string($0.name), "units": .string($0.unit.rawValue), "usageType": "esriNAUTCost",
                "dataType": "esriNADTDouble",
            ]
        }
    }

    private static func restrictions(_ network: NetworkInfo) -> [JSONValue] {
        network.restrictionAttributeNames.map {
            [
                "name": .string($0), "units": .string(CostAttribute.Unit.unknown.rawValue), "usageType": "esriNAUTRestriction",
                "dataType": "esriNADTBoolean",
            ]
        }
    }

    /// How routes are drawn and told.
    static func directions(_ defaults: some DirectionsQuestion, languages: [String]) -> [String: JSONValue] {
        [
            "outputLineType": .string(defaults.routeShape.rawValue),
            "directionsLanguage": .string(defaults.directionsLanguage),
            "directionsSupportedLanguages": .array(languages.map(JSONValue.string)),
            "directionsStyleName": .string(defaults.directionsStyle.rawValue),
            "directionsStyleNames": .array(DirectionsStyle.allCases.map { .string($0.rawValue) }),
            "directionsLengthUnits": .string(defaults.directionsDistanceUnits.costUnit.rawValue),
            "directionsTimeAttribute": .string(defaults.travelMode?.timeAttributeName ?? ""),
        ]
    }
}
