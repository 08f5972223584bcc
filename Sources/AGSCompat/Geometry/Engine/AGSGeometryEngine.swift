import CairnGeo
public import Foundation

/// Computes with geometries.
///
/// What cannot be computed is nil, NaN or false: of coordinates that are no numbers, of lengths that make no sense, of two geometries in coordinates of which
/// there is no way into each other. Of two geometries the second is brought into the coordinates of the first: from WGS 84 and Web Mercator.
/// The functions of `Geometry`, which it calls, throw an error that says why.
///
/// Each takes the calling thread for as long as it lasts.
public final class AGSGeometryEngine: NSObject {
    private override init() {}

    /// A geometry in other coordinates: from WGS 84 and Web Mercator into each other. One that does not say what its coordinates mean is taken to be
    /// in the others already.
    public static func projectGeometry(_ geometry: AGSGeometry, to spatialReference: AGSSpatialReference) -> AGSGeometry? {
        geometry.changed { try $0.projected(to: spatialReference.value) }
    }

    /// As above; a transformation does not count, for none is needed between the two.
    public static func projectGeometry(
        _ geometry: AGSGeometry, to spatialReference: AGSSpatialReference, datumTransformation: AGSDatumTransformation?
    ) -> AGSGeometry? {
        projectGeometry(geometry, to: spatialReference)
    }

    /// A geometry within half the Earth of longitude 0. A rectangle that is cut at 180 degrees is an area then.
    public static func normalizeCentralMeridian(of geometry: AGSGeometry) -> AGSGeometry? {
        geometry.changed { try $0.normalizedAtCentralMeridian() }
    }

    /// A geometry with vertices between its own, so that no segment is longer than that in the units of the coordinates. A rectangle becomes an area.
    public static func densifyGeometry(_ geometry: AGSGeometry, maxSegmentLength: Double) -> AGSGeometry? {
        geometry.changed { try $0.densified(maximumSegmentLength: maxSegmentLength) }
    }

    /// A geometry with fewer vertices, none of those that are left out farther than `maxDeviation` from what takes
    /// their place. With `removeDegenerateParts` parts that have no length or area then are left out.
    public static func generalizeGeometry(
        _ geometry: AGSGeometry, maxDeviation: Double, removeDegenerateParts: Bool
    ) -> AGSGeometry? {
        guard maxDeviation >= 0 else { return nil }
        return geometry.changed { value in
            let general = value.generalized(maxDeviation: maxDeviation)
            return removeDegenerateParts ? general.withoutPartsSmaller(than: maxDeviation) : general
        }
    }

    /// A geometry with that height at every vertex.
    public static func geometry(bySettingZ z: Double, in geometry: AGSGeometry) -> AGSGeometry? {
        geometry.withDimensions(z: { _ in z.isNaN ? nil : z }, m: { $0 })
    }

    /// A geometry with that measure at every vertex.
    public static func geometry(bySettingM m: Double, in geometry: AGSGeometry) -> AGSGeometry? {
        geometry.withDimensions(z: { $0 }, m: { _ in m.isNaN ? nil : m })
    }

    /// A geometry without heights.
    public static func geometryByRemovingZ(from geometry: AGSGeometry) -> AGSGeometry? {
        geometry.withDimensions(z: { _ in nil }, m: { $0 })
    }

    /// A geometry without measures.
    public static func geometryByRemovingM(from geometry: AGSGeometry) -> AGSGeometry? {
        geometry.withDimensions(z: { $0 }, m: { _ in nil })
    }

    /// A geometry without heights and measures.
    public static func geometryByRemovingZAndM(from geometry: AGSGeometry) -> AGSGeometry? {
        geometry.withDimensions(z: { _ in nil }, m: { _ in nil })
    }

    /// The smallest rectangle around geometries; nil if all are empty.
    public static func combineExtents(ofGeometries geometries: [AGSGeometry]) -> AGSEnvelope? {
        let builder = AGSEnvelopeBuilder(spatialReference: geometries.lazy.compactMap(\.spatialReference).first)
        for extent in geometries.map(\.extent) where !extent.isEmpty {
            guard builder.reference == nil || extent.box.isInReach(of: builder.reference) else { return nil }
            builder.union(with: extent)
        }
        return builder.isEmpty() ? nil : builder.toGeometry()
    }

    /// The smallest rectangle around two geometries; nil if both are empty.
    public static func combineExtents(of geometry1: AGSGeometry, and geometry2: AGSGeometry) -> AGSEnvelope? {
        combineExtents(ofGeometries: [geometry1, geometry2])
    }
}

extension AGSGeometry {
    /// Another value as an old object, a rectangle with the heights and measures of this one; nil if it cannot be made.
    func changed(_ change: (Geometry) throws -> Geometry?) -> AGSGeometry? {
        let changed = (try? change(value)).flatMap { $0 }
        guard case .envelope(let box)? = changed, let own = self as? AGSEnvelope else { return changed.map(AGSGeometry.make) }
        return AGSEnvelope(box, heights: own.heights, measures: own.measures)
    }

    /// Another geometry in the coordinates of this one; nil if there is no way into them.
    func brought(_ other: AGSGeometry) -> Geometry? {
        guard let reference = value.spatialReference, other.value.spatialReference != nil else { return other.value }
        return try? other.value.projected(to: reference)
    }

    fileprivate func withDimensions(z: (Double?) -> Double?, m: (Double?) -> Double?) -> AGSGeometry? {
        if let envelope = self as? AGSEnvelope { return envelope.withDimensions(z, m) }
        return changed { value in
            value.mapPositions(value.spatialReference) { Position(x: $0.x, y: $0.y, z: z($0.z), m: m($0.m)) }
        }
    }
}

extension AGSEnvelope {
    fileprivate func withDimensions(_ z: (Double?) -> Double?, _ m: (Double?) -> Double?) -> AGSEnvelope {
        func changed(_ extremes: AGSExtremes?, _ change: (Double?) -> Double?) -> AGSExtremes? {
            AGSExtremes(change(extremes?.min) ?? .nan, change(extremes?.max) ?? .nan)
        }
        return AGSEnvelope(box, heights: changed(heights, z), measures: changed(measures, m))
    }
}

extension Envelope {
    fileprivate func isInReach(of reference: SpatialReference?) -> Bool {
        guard let reference, spatialReference != nil else { return true }
        return (try? projected(to: reference)) != nil
    }
}

extension Geometry {
    fileprivate func withoutPartsSmaller(than size: Double) -> Geometry {
        func isLarge(_ part: [Position]) -> Bool {
            guard let box = Envelope(around: part) else { return false }
            return box.xMax - box.xMin > size || box.yMax - box.yMin > size
        }
        return switch self {
        case .polyline(let line):
            .polyline(Polyline(paths: line.paths.filter(isLarge), spatialReference: spatialReference))
        case .polygon(let polygon):
            .polygon(Polygon(rings: polygon.rings.filter(isLarge), spatialReference: spatialReference))
        case .point, .multipoint, .envelope: self
        }
    }
}
