/// The kinds of geometry of Simple Features and SQL/MM, by their codes in WKB (OGC 06-103r4, table 7).
enum SimpleFeatureKind: UInt32, CaseIterable {
    case point = 1
    case lineString, polygon, multiPoint, multiLineString, multiPolygon, geometryCollection
    case circularString, compoundCurve, curvePolygon, multiCurve, multiSurface, curve, surface
    case polyhedralSurface, tin, triangle

    /// Its name in WKT.
    var keyword: String { "\(self)".uppercased() }

    /// What the parts of a collection are; nil for what is no collection that maps to a geometry of ours.
    var part: SimpleFeatureKind? {
        switch self {
        case .multiPoint: .point
        case .multiLineString: .lineString
        case .multiPolygon: .polygon
        default: nil
        }
    }

    /// Whether a geometry of ours holds it.
    var isSupported: Bool { rawValue <= Self.multiPolygon.rawValue }
}
