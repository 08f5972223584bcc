/// Something that a trace has given.
public enum UtilityTraceResult: Sendable, Hashable, Codable {
    /// The parts of the network that were found.
    case elements(UtilityElementTraceResult)
    /// What the functions of the configuration come to.
    case functionOutputs(UtilityFunctionTraceResult)
    /// The geometries of what was found, put together.
    case geometry(UtilityGeometryTraceResult)

    /// The parts that were found; nil if this is something else.
    public var elements: [UtilityElement]? {
        if case .elements(let result) = self { result.elements } else { nil }
    }

    /// What the functions come to; nil if this is something else.
    public var functionOutputs: [UtilityTraceFunctionOutput]? {
        if case .functionOutputs(let result) = self { result.functionOutputs } else { nil }
    }

    /// What the service warns of: something was found, and it may not be all.
    public var warnings: [String] {
        switch self {
        case .elements(let result): result.warnings
        case .functionOutputs(let result): result.warnings
        case .geometry(let result): result.warnings
        }
    }
}
