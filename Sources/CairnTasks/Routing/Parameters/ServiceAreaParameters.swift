public import CairnGeo
public import Foundation

/// Around what one may get how far, and how that shall be drawn.
///
/// ```swift
/// var parameters = try await serviceAreaTask.makeDefaultParameters()
/// parameters.facilities = [ServiceAreaFacility(point: home)]
/// parameters.defaultImpedanceCutoffs = [5, 10, 15]
/// ```
public struct ServiceAreaParameters: Sendable, Hashable, Codable {
    /// Around what.
    public var facilities: [ServiceAreaFacility]
    /// What is in the way at places.
    public var pointBarriers: [PointBarrier] = []
    /// What is in the way along lines.
    public var polylineBarriers: [PolylineBarrier] = []
    /// What is in the way within areas.
    public var polygonBarriers: [PolygonBarrier] = []
    /// How one moves; nil for the usual way.
    public var travelMode: TravelMode?
    /// The costs that are added up along lines beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String] = []

    /// How far areas reach, in units of the impedance (minutes mostly), each more than the one before; empty for what is usual on the network.
    public var defaultImpedanceCutoffs: [Double] = []
    /// Which way one travels.
    public var travelDirection = TravelDirection.fromFacility
    /// When one travels; nil if that does not matter.
    public var startDate: Date?

    /// Whether areas are drawn.
    public var returnsPolygons = true
    /// Whether the streets that can be reached are.
    public var returnsPolylines = false
    /// How closely areas follow the streets.
    public var polygonDetail = ServiceAreaPolygonDetail.standard
    /// What becomes of what can be reached from several facilities.
    public var geometryAtOverlap = ServiceAreaOverlapGeometry.overlap
    /// Whether a larger area has the smaller ones in it.
    public var geometryAtCutoff = ServiceAreaCutoffGeometry.rings
    /// How far from the outermost streets areas end, in metres; nil if they are not trimmed.
    public var polygonBufferDistance: Double? = 100
    /// The kinds of roads that areas are not drawn around, by the names that the network has for them.
    public var sourceNamesExcludedFromPolygons: [String] = []

    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: SpatialReference?
    /// Whether the barriers at places are told.
    public var returnsPointBarriers = false
    /// Whether the barriers along lines are.
    public var returnsPolylineBarriers = false
    /// Whether the barriers within areas are.
    public var returnsPolygonBarriers = false

    /// Parameters for some facilities.
    public init(facilities: [ServiceAreaFacility] = []) { self.facilities = facilities }
}

/// How closely an area follows the streets.
public enum ServiceAreaPolygonDetail: Sendable, Hashable, Codable, CaseIterable {
    /// Roughly, for large areas. Services draw them as `standard`, which is what they have.
    case generalized
    /// So that small holes are filled.
    case standard
    /// So that what cannot be reached is left out.
    case high
}

/// What becomes of what can be reached from several facilities.
public enum ServiceAreaOverlapGeometry: Sendable, Hashable, Codable, CaseIterable {
    /// It belongs to the areas of them all.
    case overlap
    /// The areas of all facilities that reach equally far are one.
    case dissolve
    /// It belongs to the area of the closest one.
    case split
}

/// Whether a larger area has the smaller ones of the same facility in it.
public enum ServiceAreaCutoffGeometry: Sendable, Hashable, Codable, CaseIterable {
    /// It begins where the smaller one ends.
    case rings
    /// It begins at the facility.
    case disks
}
