/// What a function comes to.
public struct UtilityTraceFunctionOutput: Sendable, Hashable, Codable {
    /// The function.
    public var function: UtilityTraceFunction
    /// What it comes to; nil if there was nothing to work it out of.
    public var result: Double?

    /// What a function comes to.
    public init(function: UtilityTraceFunction, result: Double?) { (self.function, self.result) = (function, result) }
}
