import CairnCore
import CairnTasks

/// A layer of a network service: what it says of itself, and what it finds.
protocol NetworkServiceLayer: Sendable {
    /// What is asked of it.
    var kind: NetworkLayerKind { get }

    /// What the network has.
    func network() async throws -> NetworkInfo
    func metadata() async throws -> [String: JSONValue]
    func solve(_ request: ServiceRequest) async throws -> JSONValue
}

extension NetworkLayerKind {
    /// What a layer is called, as the end of its address says.
    var name: String {
        switch self {
        case .route: "Route"
        case .closestFacility: "ClosestFacility"
        case .serviceArea: "ServiceArea"
        case .costMatrix: "ODCostMatrix"
        }
    }

    /// The operation that solves what is asked.
    var operation: String {
        switch self {
        case .route: "solve"
        case .closestFacility: "solveClosestFacility"
        case .serviceArea: "solveServiceArea"
        case .costMatrix: "solveODCostMatrix"
        }
    }
}
