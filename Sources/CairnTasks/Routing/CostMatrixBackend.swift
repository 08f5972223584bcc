/// Where a ``CostMatrixTask`` gets its answers: a service, or a file.
public protocol CostMatrixBackend: Sendable {
    /// Reads what the network can do.
    @concurrent func loadInfo() async throws -> CostMatrixTaskInfo
    /// Finds costs; it is asked for one origin and one destination at least.
    @concurrent func solve(_ parameters: CostMatrixParameters) async throws -> CostMatrix
}
