public import Foundation

/// A route layer of a network service of ArcGIS as the backend of a ``RouteTask``.
public struct RouteService: RouteBackend {
    private let layer: NetworkLayer<RouteTaskInfo>
    /// The layer, and who asks it.
    package var client: ServiceClient { layer.client }

    /// A layer at `…/NAServer/<layer>`.
    public init(_ client: ServiceClient) { layer = NetworkLayer(client) }

    /// Reads what the layer can do, and how one may move.
    @concurrent
    public func loadInfo() async throws -> RouteTaskInfo { try await layer.loadInfo() }

    /// Finds routes.
    @concurrent
    public func solve(_ parameters: RouteParameters) async throws -> RouteResult {
        let answer = try await layer.call("solve", RouteWire.fields(of: parameters))
        return try RouteAnswer(answer, parameters, layer.network).result()
    }
}

extension RouteTask {
    /// A task on a route layer, such as `…/rest/services/World/NAServer/Route_World`.
    ///
    /// - Parameters:
    ///   - url: The layer.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.init(backend: RouteService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
