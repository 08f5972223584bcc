/// What a layer of a network service solves.
package enum NetworkLayerKind: String, Sendable {
    case route = "esriNAServerRouteLayer"
    case closestFacility = "esriNAServerClosestFacilityLayer"
    case serviceArea = "esriNAServerServiceAreaLayer"
    case costMatrix = "esriNAServerODCostMatrixLayer"

    /// Whether a layer of that type is such a one; some services leave out the last word.
    func isNamed(_ layerType: String) -> Bool { layerType == rawValue || layerType + "Layer" == rawValue }

    var words: String {
        switch self {
        case .route: "a route layer"
        case .closestFacility: "a layer of closest facilities"
        case .serviceArea: "a layer of service areas"
        case .costMatrix: "a layer of cost matrices"
        }
    }
}
