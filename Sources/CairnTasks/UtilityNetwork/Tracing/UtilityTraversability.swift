/// What a trace goes through, and where it ends.
public struct UtilityTraversability: Sendable, Hashable, Codable {
    /// What is asked.
    public var scope: UtilityTraversabilityScope
    /// What meets this lets no trace through; nil for nothing.
    public var barriers: UtilityTraceConditionalExpression?
    /// Where a function comes to this a trace ends.
    public var functionBarriers: [UtilityTraceFunctionBarrier]

    /// What a trace goes through.
    ///
    /// - Parameters:
    ///   - scope: What is asked.
    ///   - barriers: What lets no trace through.
    ///   - functionBarriers: Where a function comes to this a trace ends.
    public init(
        scope: UtilityTraversabilityScope = .junctionsAndEdges, barriers: UtilityTraceConditionalExpression? = nil,
        functionBarriers: [UtilityTraceFunctionBarrier] = []
    ) {
        (self.scope, self.barriers) = (scope, barriers)
        self.functionBarriers = functionBarriers
    }
}
