/// What is asked of a network, and says which barriers shall be in the answer.
package protocol BarrierReturning: NetworkQuestion {
    var returnsPointBarriers: Bool { get }
    var returnsPolylineBarriers: Bool { get }
    var returnsPolygonBarriers: Bool { get }
}

extension RouteParameters: BarrierReturning {}
extension ClosestFacilityParameters: BarrierReturning {}
extension ServiceAreaParameters: BarrierReturning {}

/// An answer in which barriers are given back.
package protocol BarriersGivenBack {
    var pointBarriers: [PointBarrier] { get set }
    var polylineBarriers: [PolylineBarrier] { get set }
    var polygonBarriers: [PolygonBarrier] { get set }
}

extension RouteResult: BarriersGivenBack {}
extension ClosestFacilityResult: BarriersGivenBack {}
extension ServiceAreaResult: BarriersGivenBack {}

extension BarriersGivenBack {
    /// Gives back those that were asked for.
    package mutating func giveBackBarriers(of question: some BarrierReturning) {
        if question.returnsPointBarriers { pointBarriers = question.pointBarriers }
        if question.returnsPolylineBarriers { polylineBarriers = question.polylineBarriers }
        if question.returnsPolygonBarriers { polygonBarriers = question.polygonBarriers }
    }
}
