/// Where a ``ClosestFacilityTask`` gets its answers: a service, or a file.
public protocol ClosestFacilityBackend: Sendable {
    /// Reads what the network can do.
    @concurrent func loadInfo() async throws -> ClosestFacilityTaskInfo
    /// Finds closest facilities; it is asked for one facility and one incident at least.
    @concurrent func solve(_ parameters: ClosestFacilityParameters) async throws -> ClosestFacilityResult
}
