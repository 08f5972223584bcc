public import CairnGeo
public import Foundation

/// From where to where costs are asked for.
///
/// ```swift
/// var parameters = try await costMatrixTask.makeDefaultParameters()
/// parameters.origins = [.init(point: home)]
/// parameters.destinations = hospitals.map { .init(point: $0) }
/// ```
public struct CostMatrixParameters: Sendable, Hashable, Codable {
    /// From where.
    public var origins: [CostMatrix.Origin]
    /// To where.
    public var destinations: [CostMatrix.Destination]
    /// What is in the way at places.
    public var pointBarriers: [PointBarrier] = []
    /// What is in the way along lines.
    public var polylineBarriers: [PolylineBarrier] = []
    /// What is in the way within areas.
    public var polygonBarriers: [PolygonBarrier] = []
    /// How one moves; nil for the usual way.
    public var travelMode: TravelMode?
    /// The costs that are told beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String] = []

    /// The most that a way may cost, in units of the impedance: minutes mostly. Nil for what is usual on the layer of a service; on
    /// a file there is no limit then.
    public var defaultImpedanceCutoff: Double?
    /// How many destinations are looked for from each origin, the closest ones, one at least; nil for what is usual
    /// on the layer of a service, and for all on a file.
    public var defaultTargetDestinationCount: Int?
    /// When one sets out; nil if that does not matter.
    public var startDate: Date?
    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: SpatialReference?

    /// Parameters for some origins and destinations.
    public init(origins: [CostMatrix.Origin] = [], destinations: [CostMatrix.Destination] = []) {
        (self.origins, self.destinations) = (origins, destinations)
    }
}
