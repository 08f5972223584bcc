public import Foundation

/// A layer of cost matrices of a network service of ArcGIS as the backend of a ``CostMatrixTask``.
public struct CostMatrixService: CostMatrixBackend {
    private let layer: NetworkLayer<CostMatrixTaskInfo>

    /// A layer at `…/NAServer/<layer>`.
    public init(_ client: ServiceClient) { layer = NetworkLayer(client) }

    /// Reads what the layer can do, and how one may move.
    @concurrent
    public func loadInfo() async throws -> CostMatrixTaskInfo { try await layer.loadInfo() }

    /// Finds costs.
    @concurrent
    public func solve(_ parameters: CostMatrixParameters) async throws -> CostMatrix {
        let network = layer.network
        let answer = try await layer.call("solveODCostMatrix", CostMatrixWire.fields(of: parameters, network))
        return try CostMatrixAnswer(answer, parameters).result()
    }
}

extension CostMatrixTask {
    /// A task on a layer of cost matrices, such as `…/rest/services/World/OriginDestinationCostMatrix/NAServer/OriginDestinationCostMatrix_World`.
    ///
    /// - Parameters:
    ///   - url: The layer.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.init(backend: CostMatrixService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
