import CairnGeo
public import Foundation

/// What coordinates mean.
public final class AGSSpatialReference: NSObject {
    let value: SpatialReference

    init(_ value: SpatialReference) {
        self.value = value
    }

    /// A system by its id; nil if that is not positive.
    public convenience init?(wkid: Int) {
        guard wkid > 0 else { return nil }
        self.init(SpatialReference(wkid: wkid))
    }

    /// Longitude and latitude in degrees.
    public static func wgs84() -> AGSSpatialReference { AGSSpatialReference(.wgs84) }
    /// Metres of Web Mercator.
    public static func webMercator() -> AGSSpatialReference { AGSSpatialReference(.webMercator) }

    /// The id.
    public var wkid: Int { value.wkid ?? 0 }

    /// Whether both name the same system.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSSpatialReference)?.value == value }
    /// Equal systems have equal hashes.
    public override var hash: Int { value.hashValue }
}
