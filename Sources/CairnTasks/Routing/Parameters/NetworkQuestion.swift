package import CairnGeo
package import Foundation

/// What is asked of a network, whatever it is about.
package protocol NetworkQuestion {
    var pointBarriers: [PointBarrier] { get set }
    var polylineBarriers: [PolylineBarrier] { get set }
    var polygonBarriers: [PolygonBarrier] { get set }
    var travelMode: TravelMode? { get set }
    var accumulateAttributeNames: [String] { get set }
    var outputSpatialReference: SpatialReference? { get set }
    var startDate: Date? { get set }
}

/// What is asked of a network whose answer has routes.
package protocol DirectionsQuestion: NetworkQuestion {
    var routeShape: RouteShape { get set }
    var returnsDirections: Bool { get set }
    var directionsLanguage: String { get set }
    var directionsStyle: DirectionsStyle { get set }
    var directionsDistanceUnits: UnitSystem { get set }
}

extension RouteParameters: DirectionsQuestion {}
extension ClosestFacilityParameters: DirectionsQuestion {}
extension ServiceAreaParameters: NetworkQuestion {}
extension CostMatrixParameters: NetworkQuestion {}

extension NetworkQuestion {
    /// What is in the way.
    package var barriers: RouteBarriers { RouteBarriers(pointBarriers, polylineBarriers, polygonBarriers) }
}
