/// What the functions of a trace come to.
public struct UtilityFunctionTraceResult: Sendable, Hashable, Codable {
    /// What each of them comes to, in the service's order.
    public var functionOutputs: [UtilityTraceFunctionOutput]
    /// What the service warns of.
    public var warnings: [String]

    /// What functions come to.
    public init(functionOutputs: [UtilityTraceFunctionOutput], warnings: [String] = []) {
        (self.functionOutputs, self.warnings) = (functionOutputs, warnings)
    }
}
