extension JSONBytes {
    /// A geometry in WGS 84 as GeoJSON; null if it has no place. Measures, which GeoJSON does not have, are left out.
    mutating func geoJSON(_ geometry: Geometry, hasZ: Bool) {
        let vertices = WrittenVertices(hasZ: hasZ, hasM: false)
        switch geometry {
        case .point(let point):
            guard point.position.hasPlace else { return append("null") }
            shape("Point") { $0.position(point.position, hasZ: hasZ) }
        case .multipoint(let multipoint): shape("MultiPoint") { $0.geoJSONLine(multipoint.points, vertices) }
        case .polyline(let polyline):
            if polyline.paths.count == 1 {
                shape("LineString") { $0.geoJSONLine(polyline.paths[0], vertices) }
            } else {
                shape("MultiLineString") { $0.list(polyline.paths) { $0.geoJSONLine($1, vertices) } }
            }
        case .polygon(let polygon): areas(polygon.areas, vertices)
        case .envelope(let box): areas([(box.corners, [])], vertices)
        }
    }

    private mutating func areas(_ areas: [(outer: [Position], holes: [[Position]])], _ vertices: WrittenVertices) {
        // The other way round than Esri's.
        func area(_ json: inout JSONBytes, _ area: (outer: [Position], holes: [[Position]])) {
            json.list([area.outer] + area.holes) { $0.geoJSONLine($1.reversed(), vertices) }
        }
        if areas.count == 1 {
            shape("Polygon") { area(&$0, areas[0]) }
        } else {
            shape("MultiPolygon") { $0.list(areas) { area(&$0, $1) } }
        }
    }

    private mutating func shape(_ type: StaticString, _ coordinates: (inout JSONBytes) -> Void) {
        append("{\"type\":\"")
        append(type)
        append("\",\"coordinates\":")
        coordinates(&self)
        append("}")
    }

    private mutating func list<Element>(_ elements: [Element], _ body: (inout JSONBytes, Element) -> Void) {
        append("[")
        var isFirst = true
        for element in elements {
            separate(&isFirst)
            body(&self, element)
        }
        append("]")
    }

    private mutating func geoJSONLine(_ positions: some Sequence<Position>, _ vertices: WrittenVertices) {
        append("[")
        var isFirst = true
        for place in positions where place.hasPlace {
            separate(&isFirst)
            position(place, hasZ: vertices.hasZ)
        }
        append("]")
    }

    private mutating func position(_ position: Position, hasZ: Bool) {
        append("[")
        number(position.x)
        append(",")
        number(position.y)
        if hasZ, let z = position.z, z.isFinite {
            append(",")
            number(z)
        }
        append("]")
    }
}

extension Envelope {
    /// Clockwise, the first once more at the end.
    fileprivate var corners: [Position] {
        [(xMin, yMin), (xMin, yMax), (xMax, yMax), (xMax, yMin), (xMin, yMin)].map { Position(x: $0.0, y: $0.1) }
    }
}
