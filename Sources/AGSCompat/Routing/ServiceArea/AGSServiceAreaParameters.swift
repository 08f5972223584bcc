import CairnGeo
public import CairnTasks
public import Foundation

/// Around what one may get how far, and how that shall be drawn.
public final class AGSServiceAreaParameters: NSObject {
    private let base: ServiceAreaParameters
    private var facilities: [AGSServiceAreaFacility]
    private var pointBarriers: [AGSPointBarrier]
    private var polylineBarriers: [AGSPolylineBarrier]
    private var polygonBarriers: [AGSPolygonBarrier]

    /// How one moves; nil for the usual way.
    public var travelMode: AGSTravelMode?
    /// The costs that are added up along lines beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String]
    /// How far areas reach, in units of the impedance (minutes mostly), in any order; empty for what is usual on the network.
    public var defaultImpedanceCutoffs: [NSNumber]
    /// Which way one travels.
    public var travelDirection: AGSTravelDirection
    /// When one travels; nil if that does not matter.
    public var startTime: Date?

    /// Whether areas are drawn.
    public var returnPolygons: Bool
    /// Whether the streets that can be reached are.
    public var returnPolylines: Bool
    /// How closely areas follow the streets.
    public var polygonDetail: AGSServiceAreaPolygonDetail
    /// What becomes of what can be reached from several facilities.
    public var geometryAtOverlap: AGSServiceAreaOverlapGeometry
    /// Whether a larger area has the smaller ones in it.
    public var geometryAtCutoff: AGSServiceAreaPolygonCutoffGeometry
    /// How far from the outermost streets areas end, in metres; NaN if they are not trimmed.
    public var polygonBufferDistance: Double

    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: AGSSpatialReference?
    /// Whether the barriers at places are told.
    public var returnPointBarriers: Bool
    /// Whether the barriers along lines are.
    public var returnPolylineBarriers: Bool
    /// Whether the barriers within areas are.
    public var returnPolygonBarriers: Bool

    /// Parameters without facilities. Those that a task gives are better: they are as they are usual for its network.
    public override convenience init() {
        self.init(ServiceAreaParameters())
    }

    /// Those of Cairn, for old callers.
    public init(_ value: ServiceAreaParameters) {
        (base, facilities) = (value, value.facilities.map(AGSServiceAreaFacility.init))
        pointBarriers = value.pointBarriers.map(AGSPointBarrier.init)
        polylineBarriers = value.polylineBarriers.map(AGSPolylineBarrier.init)
        polygonBarriers = value.polygonBarriers.map(AGSPolygonBarrier.init)
        (travelMode, accumulateAttributeNames) = (value.travelMode.map(AGSTravelMode.init), value.accumulateAttributeNames)
        defaultImpedanceCutoffs = value.defaultImpedanceCutoffs.map { NSNumber(value: $0) }
        (travelDirection, startTime) = (AGSTravelDirection(value.travelDirection), value.startDate)
        (returnPolygons, returnPolylines) = (value.returnsPolygons, value.returnsPolylines)
        polygonDetail = AGSServiceAreaPolygonDetail(value.polygonDetail)
        geometryAtOverlap = AGSServiceAreaOverlapGeometry(value.geometryAtOverlap)
        geometryAtCutoff = value.geometryAtCutoff == .rings ? .rings : .disks
        polygonBufferDistance = value.polygonBufferDistance ?? .nan
        outputSpatialReference = value.outputSpatialReference.map(AGSSpatialReference.init)
        (returnPointBarriers, returnPolylineBarriers) = (value.returnsPointBarriers, value.returnsPolylineBarriers)
        returnPolygonBarriers = value.returnsPolygonBarriers
    }

    /// Has areas be around these, as they are when that is asked.
    public func setFacilities(_ facilities: [AGSServiceAreaFacility]) { self.facilities = facilities }
    /// Forgets the facilities.
    public func clearFacilities() { facilities = [] }
    /// Has these be in the way, at places.
    public func setPointBarriers(_ pointBarriers: [AGSPointBarrier]) { self.pointBarriers = pointBarriers }
    /// Has nothing be in the way at places.
    public func clearPointBarriers() { pointBarriers = [] }
    /// Has these be in the way, along lines.
    public func setPolylineBarriers(_ polylineBarriers: [AGSPolylineBarrier]) { self.polylineBarriers = polylineBarriers }
    /// Has nothing be in the way along lines.
    public func clearPolylineBarriers() { polylineBarriers = [] }
    /// Has these be in the way, within areas.
    public func setPolygonBarriers(_ polygonBarriers: [AGSPolygonBarrier]) { self.polygonBarriers = polygonBarriers }
    /// Has nothing be in the way within areas.
    public func clearPolygonBarriers() { polygonBarriers = [] }

    /// The new value, as this is now, for code of Cairn.
    public var value: ServiceAreaParameters {
        var value = drawn
        value.facilities = facilities.map(\.value)
        value.pointBarriers = pointBarriers.map(\.value)
        value.polylineBarriers = polylineBarriers.compactMap(\.value)
        value.polygonBarriers = polygonBarriers.compactMap(\.value)
        (value.travelMode, value.accumulateAttributeNames) = (travelMode?.value, accumulateAttributeNames)
        // Any order was taken, and each was drawn once.
        value.defaultImpedanceCutoffs = Set(defaultImpedanceCutoffs.map(\.doubleValue)).sorted()
        (value.travelDirection, value.startDate) = (travelDirection.value, startTime)
        return value
    }

    /// What is to be drawn, and how.
    private var drawn: ServiceAreaParameters {
        var value = base
        (value.returnsPolygons, value.returnsPolylines) = (returnPolygons, returnPolylines)
        (value.polygonDetail, value.geometryAtOverlap) = (polygonDetail.value, geometryAtOverlap.value)
        value.geometryAtCutoff = geometryAtCutoff == .rings ? .rings : .disks
        value.polygonBufferDistance = polygonBufferDistance.isNaN ? nil : polygonBufferDistance
        value.outputSpatialReference = outputSpatialReference?.value
        (value.returnsPointBarriers, value.returnsPolylineBarriers) = (returnPointBarriers, returnPolylineBarriers)
        value.returnsPolygonBarriers = returnPolygonBarriers
        return value
    }
}
