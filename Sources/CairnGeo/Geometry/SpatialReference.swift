/// What coordinates mean: a coordinate system by its well-known id, or by its well-known text.
public struct SpatialReference: Sendable, Hashable, Codable {
    /// The id originally assigned, e.g. 102100.
    public var wkid: Int?
    /// The current id of the same system, e.g. 3857.
    public var latestWkid: Int?
    /// Well-known text, where there is no id.
    public var wkt: String?

    /// A system by its id.
    public init(wkid: Int, latestWkid: Int? = nil) {
        self.wkid = wkid
        self.latestWkid = latestWkid
    }

    /// A system by its well-known text.
    public init(wkt: String) {
        self.wkt = wkt
    }

    /// Longitude and latitude in degrees, x first (EPSG 4326).
    public static let wgs84 = SpatialReference(wkid: 4326)
    /// Metres on the sphere of radius 6,378,137 m (EPSG 3857; Esri's 102100).
    public static let webMercator = SpatialReference(wkid: 102100, latestWkid: 3857)

    /// Whether this is Web Mercator under any of its ids.
    public var isWebMercator: Bool { Self.webMercatorIDs.contains(latestWkid ?? wkid ?? 0) }

    /// Whether this is WGS 84.
    public var isWGS84: Bool { (latestWkid ?? wkid) == 4326 }

    /// Whether coordinates are degrees.
    package var isInDegrees: Bool {
        guard let id = latestWkid ?? wkid else { return wkt?.uppercased().hasPrefix("GEOG") == true }
        return GeographicSystems.contains(id)
    }

    private static let webMercatorIDs: Set<Int> = [3857, 102100, 102113, 3785, 900913]

    /// Whether both name the same system, whichever of its ids they use.
    public static func == (left: SpatialReference, right: SpatialReference) -> Bool {
        left.identity == right.identity && (left.identity != 0 || left.wkt == right.wkt)
    }

    /// Equal systems have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        if identity == 0 { hasher.combine(wkt) }
    }

    private var identity: Int { isWebMercator ? 3857 : latestWkid ?? wkid ?? 0 }
}

extension SpatialReference: CustomStringConvertible {
    /// The id, or the beginning of the text.
    public var description: String { wkid.map { "wkid \($0)" } ?? "wkt \(wkt?.prefix(30) ?? "unknown")" }
}
