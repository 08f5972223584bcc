/// A geometry in the terms of OGC's Simple Features (06-103r4), which WKB and WKT write down: outer rings counter-clockwise, holes
/// clockwise, and an area or a line on its own distinct from a collection of one.
enum SimpleFeature {
    case point(Position)
    case lineString([Position])
    case polygon([[Position]])
    case multiPoint([Position])
    case multiLineString([[Position]])
    case multiPolygon([[[Position]]])

    /// Takes a geometry apart. A box becomes a polygon; what has no vertices is left out.
    ///
    /// - Parameter promotingToMulti: Whether a line or an area on its own becomes a collection of one.
    init(_ geometry: Geometry, promotingToMulti: Bool) {
        switch geometry {
        case .point(let point): self = .point(point.position)
        case .multipoint(let multipoint): self = .multiPoint(multipoint.points)
        case .polyline(let polyline):
            let paths = polyline.paths.filter { !$0.isEmpty }
            self = paths.count > 1 || promotingToMulti ? .multiLineString(paths) : .lineString(paths.first ?? [])
        case .polygon(let polygon): self.init(polygon, promotingToMulti: promotingToMulti)
        case .envelope(let box): self.init(Geometry.Polygon(box), promotingToMulti: promotingToMulti)
        }
    }

    private init(_ polygon: Geometry.Polygon, promotingToMulti: Bool) {
        let areas = polygon.areas.map { area in
            ([area.outer] + area.holes).map { Geometry.Polygon.closed($0).reversed() as [Position] }
        }
        self = areas.count > 1 || promotingToMulti ? .multiPolygon(areas) : .polygon(areas.first ?? [])
    }

    /// Its kind.
    var kind: SimpleFeatureKind {
        switch self {
        case .point: .point
        case .lineString: .lineString
        case .polygon: .polygon
        case .multiPoint: .multiPoint
        case .multiLineString: .multiLineString
        case .multiPolygon: .multiPolygon
        }
    }
}

extension Geometry {
    /// Puts a geometry together: rings are closed and turned as Esri's are; parts without vertices, and points without a place in a
    /// multipoint, are left out.
    init(_ feature: SimpleFeature, spatialReference: SpatialReference?) {
        switch feature {
        case .point(let position): self = .point(MapPoint(position, spatialReference: spatialReference))
        case .multiPoint(let points):
            let places = points.filter { !$0.x.isNaN && !$0.y.isNaN }
            self = .multipoint(Multipoint(points: places, spatialReference: spatialReference))
        case .lineString(let line): self.init(.multiLineString([line]), spatialReference: spatialReference)
        case .multiLineString(let lines):
            self = .polyline(Polyline(paths: lines.filter { !$0.isEmpty }, spatialReference: spatialReference))
        case .polygon(let rings):
            self = .polygon(Polygon(rings: Polygon.oriented(rings), spatialReference: spatialReference))
        case .multiPolygon(let areas):
            self = .polygon(Polygon(rings: areas.flatMap(Polygon.oriented), spatialReference: spatialReference))
        }
    }
}
