public import Foundation

/// A layer of service areas of a network service of ArcGIS as the backend of a ``ServiceAreaTask``.
public struct ServiceAreaService: ServiceAreaBackend {
    private let layer: NetworkLayer<ServiceAreaTaskInfo>
    /// The layer, and who asks it.
    package var client: ServiceClient { layer.client }

    /// A layer at `…/NAServer/<layer>`.
    public init(_ client: ServiceClient) { layer = NetworkLayer(client) }

    /// Reads what the layer can do, and how one may move.
    @concurrent
    public func loadInfo() async throws -> ServiceAreaTaskInfo { try await layer.loadInfo() }

    /// Finds service areas.
    @concurrent
    public func solve(_ parameters: ServiceAreaParameters) async throws -> ServiceAreaResult {
        let network = layer.network
        let answer = try await layer.call("solveServiceArea", ServiceAreaWire.fields(of: parameters, network))
        return try ServiceAreaAnswer(answer, parameters).result()
    }
}

extension ServiceAreaTask {
    /// A task on a layer of service areas, such as `…/rest/services/World/ServiceAreas/NAServer/ServiceArea_World`.
    ///
    /// - Parameters:
    ///   - url: The layer.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.init(backend: ServiceAreaService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
