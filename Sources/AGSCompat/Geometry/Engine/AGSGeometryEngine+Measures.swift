import CairnGeo
import Foundation

/// Measures in the plane of the coordinates: in degrees they say little about the ground.
extension AGSGeometryEngine {
    /// What a geometry covers, in the squared units of the coordinates.
    public static func area(of geometry: AGSGeometry) -> Double { geometry.value.planarArea }

    /// How long lines are, or what goes round areas, in the units of the coordinates.
    public static func length(of geometry: AGSGeometry) -> Double { geometry.value.planarLength }

    /// The vertex of a geometry that is nearest to a place; nil if there is none.
    public static func nearestVertex(in geometry: AGSGeometry, to point: AGSPoint) -> AGSProximityResult? {
        guard case .point(let place)? = geometry.brought(point) else { return nil }
        return geometry.value.nearestVertex(to: place.position).map(AGSProximityResult.init)
    }

    /// The place of a geometry that is nearest to another; of an area it is on its boundary. Nil if there is none.
    public static func nearestCoordinate(in geometry: AGSGeometry, to point: AGSPoint) -> AGSProximityResult? {
        guard case .point(let place)? = geometry.brought(point) else { return nil }
        return geometry.value.nearestCoordinate(to: place.position).map(AGSProximityResult.init)
    }

    /// The place at a distance from the beginning of a line; its beginning or its end for one that is not on it, and nil of a line without vertices.
    public static func point(along polyline: AGSPolyline, distance: Double) -> AGSPoint? {
        polyline.polyline.point(atDistance: distance).map(AGSPoint.init)
    }

    /// Where along a line the place is that is nearest to another, from 0 to 1; NaN if it is farther than the tolerance, in the units of the
    /// coordinates. Below 0, any distance will do.
    public static func fraction(alongLine line: AGSPolyline, to point: AGSPoint, tolerance: Double) -> Double {
        guard case .point(let place)? = line.brought(point) else { return .nan }
        return line.polyline.fraction(of: place.position, tolerance: tolerance) ?? .nan
    }
}
