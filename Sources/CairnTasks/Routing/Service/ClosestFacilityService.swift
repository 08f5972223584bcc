public import Foundation

/// A layer of closest facilities of a network service of ArcGIS as the backend of a ``ClosestFacilityTask``.
public struct ClosestFacilityService: ClosestFacilityBackend {
    private let layer: NetworkLayer<ClosestFacilityTaskInfo>
    /// The layer, and who asks it.
    package var client: ServiceClient { layer.client }

    /// A layer at `…/NAServer/<layer>`.
    public init(_ client: ServiceClient) { layer = NetworkLayer(client) }

    /// Reads what the layer can do, and how one may move.
    @concurrent
    public func loadInfo() async throws -> ClosestFacilityTaskInfo { try await layer.loadInfo() }

    /// Finds closest facilities.
    @concurrent
    public func solve(_ parameters: ClosestFacilityParameters) async throws -> ClosestFacilityResult {
        let network = layer.network
        let answer = try await layer.call("solveClosestFacility", ClosestFacilityWire.fields(of: parameters, network))
        return try ClosestFacilityAnswer(answer, parameters, network).result()
    }
}

extension ClosestFacilityTask {
    /// A task on a layer of closest facilities, such as `…/rest/services/World/ClosestFacility/NAServer/ClosestFacility_World`.
    ///
    /// - Parameters:
    ///   - url: The layer.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.init(backend: ClosestFacilityService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
