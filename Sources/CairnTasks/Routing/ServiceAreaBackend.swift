/// Where a ``ServiceAreaTask`` gets its answers: a service, or a file.
public protocol ServiceAreaBackend: Sendable {
    /// Reads what the network can do.
    @concurrent func loadInfo() async throws -> ServiceAreaTaskInfo
    /// Finds service areas; it is asked for one facility at least.
    @concurrent func solve(_ parameters: ServiceAreaParameters) async throws -> ServiceAreaResult
}
