import CairnCore
public import CairnGeo
public import Foundation

/// Something that has a place.
public class AGSGeometry: NSObject, AGSJSONSerializable {
    /// The new value, for code of Cairn.
    public let value: Geometry

    init(_ value: Geometry) {
        self.value = value
    }

    /// A geometry of Cairn for old callers, as an object of the class that is for its kind.
    public static func make(_ value: Geometry) -> AGSGeometry {
        switch value {
        case .point(let point): AGSPoint(point)
        case .multipoint(let multipoint): AGSMultipoint(multipoint)
        case .polyline(let polyline): AGSPolyline(polyline)
        case .polygon(let polygon): AGSPolygon(polygon)
        case .envelope(let box): AGSEnvelope(box)
        }
    }

    /// Its kind.
    public var geometryType: AGSGeometryType {
        if case .envelope = value { .envelope } else { AGSGeometryType(value.type) }
    }
    /// How many dimensions what it covers has.
    public var dimension: AGSGeometryDimension {
        switch value {
        case .point, .multipoint: .point
        case .polyline: .curve
        case .polygon, .envelope: .area
        }
    }
    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { value.spatialReference.map(AGSSpatialReference.init) }
    /// The smallest rectangle around it, with its least and largest heights and measures; an empty one if it is empty.
    public var extent: AGSEnvelope {
        value.extent.map { AGSEnvelope($0, around: value.positions) } ?? .empty(value.spatialReference)
    }
    /// Whether it has no place.
    public var isEmpty: Bool { value.positions.isEmpty }
    /// Whether a vertex has a height.
    public var hasZ: Bool { value.hasZ }
    /// Whether a vertex has a measure.
    public var hasM: Bool { value.hasM }
    /// Whether segments are curves; they never are.
    public var hasCurves: Bool { false }

    /// What changes a copy of it.
    public func toBuilder() -> AGSGeometryBuilder { AGSGeometryBuilder.builder(with: self) }

    /// Whether both are the same geometry.
    public func isEqual(to other: AGSGeometry) -> Bool { isEqual(other) }

    /// Whether both are of one kind, and their vertices, in their order, lie no farther from each other than that, in the units of the coordinates.
    public func isEqual(to other: AGSGeometry, tolerance: Double) -> Bool {
        if isEqual(other) { return true }
        let (own, others) = (value.lists, other.value.lists)
        guard geometryType == other.geometryType, value.spatialReference == other.value.spatialReference,
            own.map(\.count) == others.map(\.count)
        else { return false }
        return zip(own.joined(), others.joined()).allSatisfy { hypot($0.x - $1.x, $0.y - $1.y) <= tolerance }
    }

    /// Whether both are the same geometry.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSGeometry)?.value == value }
    /// Equal geometries have equal hashes.
    public override var hash: Int { value.hashValue }

    /// Without null, so that a property list takes it.
    var json: JSONValue { value.esriJSON(missing: "NaN") }

    /// A dictionary of Esri JSON.
    public func toJSON() throws -> Any { json.tree }

    /// The geometry of a dictionary of Esri JSON, as an object of the class that is for its kind.
    ///
    /// - Throws: ``AGSErrorCode/commonInvalidJSON`` for what is none, or is of another kind than the class that is asked.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        do {
            let json = try JSONValue(propertyList: JSONObject)
            let value = try Geometry(esriJSON: json)
            let object = if case .envelope(let box) = value { AGSEnvelope(box, json) } else { make(value) }
            guard object.isKind(of: self) else { throw GeometryError.malformed("it is a \(type(of: object)), and no \(self)") }
            return object
        } catch {
            let words = (error as? GeometryError)?.description ?? "What was given is no dictionary of Esri JSON."
            throw AGSError.runtime(.commonInvalidJSON, words, cause: error)
        }
    }
}

extension Geometry {
    /// The vertices, part by part.
    var lists: [[Position]] {
        switch self {
        case .polyline(let line): line.paths
        case .polygon(let polygon): polygon.rings
        case .point, .multipoint, .envelope: [positions]
        }
    }
}
