import CairnCore

/// What a trace gives.
public enum UtilityTraceResultType: String, Sendable, Hashable, Codable, CaseIterable {
    /// The parts of the network that were found.
    case elements
    /// What the functions of the configuration come to.
    case functionOutputs
    /// The geometries of what was found, put together.
    case geometry

    /// What the service calls it; nil for what comes without being asked for.
    var wireName: String? {
        switch self {
        case .elements: "elements"
        case .functionOutputs: nil
        case .geometry: "aggregatedGeometry"
        }
    }

    /// - Returns: nil for what is given in no other way here.
    init?(_ part: AnswerPart) throws {
        switch try part.required("type").filledText().lowercased() {
        case "elements", "features": self = .elements
        case "aggregatedgeometry": self = .geometry
        default: return nil
        }
    }

    /// How several are asked for.
    static func esriJSON(_ types: [UtilityTraceResultType]) -> JSONValue {
        .array(
            types.compactMap(\.wireName).map { name in
                [
                    "type": .string(name), "includeGeometry": false, "includePropagatedValues": false,
                    "networkAttributeNames": [], "diagramTemplateName": "", "resultTypeFields": [],
                ]
            })
    }
}
