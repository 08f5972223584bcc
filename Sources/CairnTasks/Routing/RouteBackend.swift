/// Where a ``RouteTask`` gets its answers: a service, or a file.
public protocol RouteBackend: Sendable {
    /// Reads what the network can do.
    @concurrent func loadInfo() async throws -> RouteTaskInfo
    /// Finds routes; it is asked for two stops at least.
    @concurrent func solve(_ parameters: RouteParameters) async throws -> RouteResult
}
