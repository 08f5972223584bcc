/// What is taken out of what a trace has gone through: what lies behind a barrier of the filter is not given.
public struct UtilityTraceFilter: Sendable, Hashable, Codable {
    /// What is asked.
    public var scope: UtilityTraversabilityScope
    /// What meets this is a barrier; nil for nothing.
    public var barriers: UtilityTraceConditionalExpression?
    /// Where a function comes to this is a barrier.
    public var functionBarriers: [UtilityTraceFunctionBarrier]
    /// The nearest of what is found, and nothing else; nil for all.
    public var nearestNeighbor: UtilityTraceNearestNeighbor?

    /// A filter.
    ///
    /// - Parameters:
    ///   - scope: What is asked.
    ///   - barriers: What is a barrier.
    ///   - functionBarriers: Where a function comes to this is a barrier.
    ///   - nearestNeighbor: The nearest of what is found, and nothing else.
    public init(
        scope: UtilityTraversabilityScope = .junctionsAndEdges, barriers: UtilityTraceConditionalExpression? = nil,
        functionBarriers: [UtilityTraceFunctionBarrier] = [], nearestNeighbor: UtilityTraceNearestNeighbor? = nil
    ) {
        (self.scope, self.barriers) = (scope, barriers)
        (self.functionBarriers, self.nearestNeighbor) = (functionBarriers, nearestNeighbor)
    }
}
