import CairnCore
public import CairnGeo
public import Foundation

/// What coordinates mean.
public final class AGSSpatialReference: NSObject, AGSJSONSerializable {
    /// The new value, for code of Cairn, which does not say what heights mean.
    public let value: SpatialReference
    /// The id of what heights mean; 0 if that is not said.
    public let verticalWKID: Int
    /// Whether it says what heights mean.
    public var hasVertical: Bool { verticalWKID > 0 }

    init(_ value: SpatialReference, verticalWKID: Int) {
        (self.value, self.verticalWKID) = (value, verticalWKID)
    }

    /// One of Cairn, for old callers.
    public convenience init(_ value: SpatialReference) { self.init(value, verticalWKID: 0) }

    /// A system by its id; nil if that is not positive.
    public convenience init?(wkid: Int) {
        self.init(wkid: wkid, verticalWKID: 0)
    }

    /// A system by its id, with what heights mean; nil if the first is not positive, or the second below 0.
    public convenience init?(wkid: Int, verticalWKID: Int) {
        guard wkid > 0, verticalWKID >= 0 else { return nil }
        self.init(SpatialReference(wkid: wkid), verticalWKID: verticalWKID)
    }

    /// A system by its well-known text; nil if that names none.
    public convenience init?(wkText: String) {
        guard wkText.contains("CS[") || wkText.contains("CRS[") else { return nil }
        self.init(SpatialReference(wkt: wkText))
    }

    /// Longitude and latitude in degrees.
    public static func wgs84() -> AGSSpatialReference { AGSSpatialReference(.wgs84) }
    /// Metres of Web Mercator.
    public static func webMercator() -> AGSSpatialReference { AGSSpatialReference(.webMercator) }

    /// The id; 0 if there is none.
    public var wkid: Int { value.wkid ?? 0 }
    /// The well-known text, of a system that was made of one; empty of others.
    public var wkText: String { value.wkt ?? "" }
    /// Whether coordinates are degrees.
    public var isGeographic: Bool { value.isInDegrees }
    /// Whether coordinates are lengths on a plane.
    public var isProjected: Bool { !isGeographic }
    /// Whether a map may be moved on over 180 degrees: of degrees, and of Web Mercator.
    public var isPannable: Bool { isGeographic || value.isWebMercator }
    /// What coordinates are measured in: degrees, what the well-known text says, or metres.
    public var unit: AGSUnit {
        if isGeographic { return AGSAngularUnit.degrees() }
        return value.wkt.flatMap(AGSLinearUnit.init(wkText:)) ?? AGSLinearUnit.meters()
    }

    /// A dictionary of Esri JSON.
    public func toJSON() throws -> Any {
        guard case .object(var members) = value.esriJSON else { return [String: Any]() }
        if verticalWKID > 0 { members["vcsWkid"] = .integer(verticalWKID) }
        return JSONValue.object(members).tree
    }

    /// The system of a dictionary of Esri JSON.
    ///
    /// - Throws: ``AGSErrorCode/commonInvalidJSON`` for what is none.
    public static func fromJSON(_ JSONObject: Any) throws -> any AGSJSONSerializable {
        do {
            let json = try JSONValue(propertyList: JSONObject)
            guard let value = try SpatialReference(esriJSON: json), value.wkid.map({ $0 > 0 }) ?? true else {
                throw GeometryError.malformed("what was given has neither a wkid nor a wkt")
            }
            return AGSSpatialReference(value, verticalWKID: json["vcsWkid"]?.int ?? 0)
        } catch {
            let words = (error as? GeometryError)?.description ?? "What was given is no dictionary of Esri JSON."
            throw AGSError.runtime(.commonInvalidJSON, words, cause: error)
        }
    }

    /// Whether both name the same system.
    public func isEqual(to other: AGSSpatialReference) -> Bool { isEqual(other) }
    /// Whether both name the same system.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AGSSpatialReference else { return false }
        return other.value == value && other.verticalWKID == verticalWKID
    }
    /// Equal systems have equal hashes.
    public override var hash: Int { value.hashValue }
}
