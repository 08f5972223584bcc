import Foundation

/// Which network to use, as a description that can be stored: a road-network file, or a layer of a service.
public typealias NetworkSource = LocatorSource

/// What jobs on networks need and cannot store: how to come from a description to a task.
public struct NetworkServices: Sendable {
    /// Makes the task that finds costs, with its transport and credentials.
    public var costMatrix: @Sendable (NetworkSource) throws -> CostMatrixTask

    /// Services that make tasks in that way.
    public init(costMatrix: @escaping @Sendable (NetworkSource) throws -> CostMatrixTask) { self.costMatrix = costMatrix }
}
