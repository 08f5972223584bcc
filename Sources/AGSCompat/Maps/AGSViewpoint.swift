import CairnCore
import CairnGeo
public import Foundation

/// What a viewpoint says.
public enum AGSViewpointType: Int, Sendable {
    /// Not known here.
    case unknown = -1
    /// The place in the middle, and the scale.
    case centerAndScale = 0
    /// What is to be shown.
    case boundingGeometry = 1
}

/// What a map shows.
public final class AGSViewpoint: NSObject, AGSJSONSerializable {
    /// What is shown: the place in the middle, or a rectangle.
    public let targetGeometry: AGSGeometry
    /// The scale, as the number under 1; NaN for whatever fits.
    public let targetScale: Double
    /// By how many degrees the map is turned, counterclockwise.
    public let rotation: Double
    /// What it says.
    public var viewpointType: AGSViewpointType { targetScale.isNaN ? .boundingGeometry : .centerAndScale }

    private init(_ geometry: AGSGeometry, _ scale: Double, _ rotation: Double) {
        (targetGeometry, targetScale, self.rotation) = (geometry, scale, rotation)
    }

    /// A rectangle.
    public convenience init(targetExtent: AGSGeometry) { self.init(targetExtent, .nan, 0) }

    /// A rectangle of a map that is turned by degrees, counterclockwise.
    public convenience init(targetExtent: AGSGeometry, rotation: Double) { self.init(targetExtent, .nan, rotation) }

    /// A place in the middle.
    public convenience init(center: AGSPoint, scale: Double) { self.init(center, scale, 0) }

    /// A place in the middle of a map that is turned by degrees, counterclockwise.
    public convenience init(center: AGSPoint, scale: Double, rotation: Double) { self.init(center, scale, rotation) }

    /// A place in the middle, in degrees.
    public convenience init(latitude: Double, longitude: Double, scale: Double) {
        self.init(center: AGSPoint(x: longitude, y: latitude, spatialReference: .wgs84()), scale: scale)
    }

    /// As a web map has it, in the map's coordinates if it does not say in which; nil if it has no place. The scale counts of a point alone.
    convenience init?(_ json: JSONValue, in reference: SpatialReference?) {
        guard let target = json["targetGeometry"], let geometry = try? Geometry(esriJSON: target, spatialReference: reference),
            let box = geometry.extent, [box.xMin, box.yMin, box.xMax, box.yMax].allSatisfy(\.isFinite)
        else { return nil }
        let scale = if case .point = geometry { json["scale"]?.lenientDouble ?? 0 } else { Double.nan }
        self.init(AGSGeometry.make(geometry), scale, json["rotation"]?.lenientDouble ?? 0)
    }

    // MARK: - JSON

    /// As web maps write it: `targetGeometry`, and what is known of `scale` and `rotation`.
    public func toJSON() throws -> Any {
        var members: [String: Any] = ["targetGeometry": try targetGeometry.toJSON(), "rotation": rotation]
        if !targetScale.isNaN { members["scale"] = targetScale }
        return members
    }

    /// Reads what ``toJSON()`` has written, or a web map has.
    ///
    /// - Throws: An error in `AGSErrorDomain` for what has no geometry.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        let members = JSONObject as? [String: Any] ?? [:]
        guard let target = members["targetGeometry"], let geometry = try AGSGeometry.fromJSON(target) as? AGSGeometry else {
            throw AGSError.runtime(.commonInvalidJSON, "What was given has no targetGeometry.")
        }
        let (scale, rotation) = (members["scale"] as? NSNumber, members["rotation"] as? NSNumber)
        let isPlace = geometry is AGSPoint
        return AGSViewpoint(geometry, scale.map(\.doubleValue) ?? (isPlace ? 0 : .nan), rotation?.doubleValue ?? 0)
    }
}
