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

    /// That no geometry of ours holds it, and how GDAL makes of it what does.
    var refusal: GeometryError { .unsupported("Geometries of type \(keyword)", advice: advice) }

    /// Parts go to GeoJSON: a GeoPackage of GDAL's takes no second one under the id of the first.
    var advice: String {
        switch self {
        case .geometryCollection:
            #"make features of their parts, as "ogr2ogr -explodecollections -t_srs EPSG:4326 parts.geojson FILE" does"#
        case .polyhedralSurface, .tin, .triangle:
            #"make polygons of them, as "ogr2ogr -nlt MULTIPOLYGON polygons.gpkg FILE" does"#
        default: #"have curves densified, as "ogr2ogr -nlt CONVERT_TO_LINEAR lines.gpkg FILE" does"#
        }
    }

    /// Whether a geometry of ours holds it.
    var isSupported: Bool { rawValue <= Self.multiPolygon.rawValue }
}
