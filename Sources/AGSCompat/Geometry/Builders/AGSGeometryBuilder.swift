import CairnGeo
public import Foundation

/// A geometry that is being made, or a copy of one that is being changed.
public class AGSGeometryBuilder: NSObject {
    let reference: SpatialReference?

    init(_ reference: SpatialReference?) { self.reference = reference }

    /// What changes a copy of a geometry.
    public static func builder(with geometry: AGSGeometry) -> AGSGeometryBuilder {
        switch geometry {
        case let envelope as AGSEnvelope: AGSEnvelopeBuilder(envelope: envelope)
        case let multipoint as AGSMultipoint: AGSMultipointBuilder(multipoint: multipoint)
        case let polyline as AGSPolyline: AGSPolylineBuilder(polyline: polyline)
        case let polygon as AGSPolygon: AGSPolygonBuilder(polygon: polygon)
        default: AGSPointBuilder(point: geometry as? AGSPoint)
        }
    }

    /// What makes a geometry of a kind; nil for the one that is not known.
    public static func builder(with geometryType: AGSGeometryType, spatialReference: AGSSpatialReference?) -> AGSGeometryBuilder?
    {
        switch geometryType {
        case .unknown: nil
        case .point: AGSPointBuilder(spatialReference: spatialReference)
        case .envelope: AGSEnvelopeBuilder(spatialReference: spatialReference)
        case .polyline: AGSPolylineBuilder(spatialReference: spatialReference)
        case .polygon: AGSPolygonBuilder(spatialReference: spatialReference)
        case .multipoint: AGSMultipointBuilder(spatialReference: spatialReference)
        }
    }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { reference.map(AGSSpatialReference.init) }
    /// The kind of geometry that it makes.
    public var geometryType: AGSGeometryType { toGeometry().geometryType }
    /// The smallest rectangle around what it has; an empty one around nothing.
    public var extent: AGSEnvelope { toGeometry().extent }
    /// Whether a vertex has a height.
    public var hasZ: Bool { toGeometry().hasZ }
    /// Whether a vertex has a measure.
    public var hasM: Bool { toGeometry().hasM }
    /// Whether segments are curves; they never are.
    public var hasCurves: Bool { false }

    /// Whether it has no place yet.
    public func isEmpty() -> Bool { toGeometry().isEmpty }

    /// Takes a copy of a geometry in the place of what it has, in its own coordinates; one of another kind, and nil, leave nothing.
    @discardableResult public func replaceGeometry(_ geometry: AGSGeometry?) -> Self {
        let projected = geometry.flatMap { geometry in
            reference.map { AGSGeometryEngine.projectGeometry(geometry, to: AGSSpatialReference($0)) ?? geometry } ?? geometry
        }
        replace(with: projected)
        return self
    }

    func replace(with geometry: AGSGeometry?) {}

    /// The geometry as it is now.
    public func toGeometry() -> AGSGeometry { AGSPoint.empty(reference) }
}
