import CairnCore
import CairnOffline
import CairnTasks

/// An NAServer over any network.
struct NetworkService: RESTService {
    let kind = LocalServer.Kind.naServer
    private let name: String
    private let published: PublishedNetwork
    private let slots: Slots

    init(_ name: String, _ published: PublishedNetwork) {
        (self.name, self.published, slots) = (name, published, Slots(published.limits.solves))
    }

    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let first = path.first else { return metadata(request) }
        guard let layer = published.layers.first(where: { $0.kind.name.lowercased() == first.lowercased() }) else {
            throw ServiceFailure.notFound("Layer \(first.printable(upTo: 60))")
        }
        do { return try await answer(Array(path.dropFirst()), request, of: layer) } catch { throw ServiceFailure(network: error) }
    }

    private func answer(
        _ path: [String], _ request: ServiceRequest, of layer: any NetworkServiceLayer
    ) async throws -> ServiceAnswer {
        switch path.first?.lowercased() {
        case nil: return try await metadata(of: layer, request)
        case "retrievetravelmodes" where path.count == 1:
            return ServiceAnswer(.object(NetworkMetadata.travelModes(of: try await layer.network())))
        case layer.kind.operation.lowercased() where path.count == 1: return ServiceAnswer(try await solve(request, on: layer))
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    /// In its turn, and within the limits of the network.
    private func solve(_ request: ServiceRequest, on layer: any NetworkServiceLayer) async throws -> JSONValue {
        try await slots.take()
        defer { slots.give() }
        return try await SolvingBounds.$current.withValue(published.limits.bounds) { try await layer.solve(request) }
    }

    private func metadata(_ request: ServiceRequest) -> ServiceAnswer {
        let kinds = published.layers.map(\.kind)
        func names(of kind: NetworkLayerKind) -> JSONValue { kinds.contains(kind) ? [.string(kind.name)] : [] }
        let json: JSONValue = [
            "currentVersion": .number(ServicesDirectory.version), "serviceDescription": .string(published.description),
            "routeLayers": names(of: .route), "serviceAreaLayers": names(of: .serviceArea),
            "closestFacilityLayers": names(of: .closestFacility), "odCostMatrixLayers": names(of: .costMatrix),
        ]
        let links = kinds.map { ($0.name, request.address(below: $0.name)) }
        return ServiceAnswer(json, page: ServicePage(title: "\(name) (NAServer)", links: links, json: json))
    }

    private func metadata(of layer: any NetworkServiceLayer, _ request: ServiceRequest) async throws -> ServiceAnswer {
        let json = JSONValue.object(try await layer.metadata())
        let links = ["retrieveTravelModes", layer.kind.operation].map { ($0, request.address(below: $0)) }
        return ServiceAnswer(json, page: ServicePage(title: layer.kind.name, links: links, json: json))
    }
}
