public import CairnCore

extension Geometry {
    /// Reads a geometry in GeoJSON (RFC 7946): WGS 84, longitude first.
    ///
    /// - Throws: ``GeometryError/malformed(_:)``; ``GeometryError/unsupported(_:advice:)`` for collections.
    public init(geoJSON json: JSONValue) throws {
        guard let type = json["type"]?.string else { throw GeometryError.malformed("it has no type") }
        let coordinates = json["coordinates"] ?? []
        switch type {
        case "Point": self = .point(MapPoint(try position(coordinates), spatialReference: .wgs84))
        case "MultiPoint": self = .multipoint(Multipoint(points: try line(coordinates), spatialReference: .wgs84))
        case "LineString": self = .polyline(Polyline(paths: [try line(coordinates)], spatialReference: .wgs84))
        case "MultiLineString": self = .polyline(Polyline(paths: try lines(coordinates), spatialReference: .wgs84))
        case "Polygon":
            self = .polygon(Polygon(rings: Polygon.oriented(try lines(coordinates)), spatialReference: .wgs84))
        case "MultiPolygon":
            let areas = try elements(coordinates).map { Polygon.oriented(try lines($0)) }
            self = .polygon(Polygon(rings: areas.flatMap(\.self), spatialReference: .wgs84))
        case "GeometryCollection":
            throw GeometryError.unsupported(
                "GeoJSON geometries of type \(type)", advice: SimpleFeatureKind.geometryCollection.advice)
        default: throw GeometryError.unsupported("GeoJSON geometries of type \(type)")
        }
    }

    /// The geometry in GeoJSON, in WGS 84. Measures, which GeoJSON does not have, are left out, and vertices without a place; an empty point is null.
    ///
    /// - Throws: ``GeometryError/noTransformation(from:to:)``.
    public func geoJSON() throws -> JSONValue {
        switch try projected(to: .wgs84) {
        case .point(let point):
            return point.isEmpty ? .null : object("Point", write(point.position))
        case .multipoint(let multipoint): return object("MultiPoint", write(multipoint.points))
        case .polyline(let polyline):
            if polyline.paths.count == 1 { return object("LineString", write(polyline.paths[0])) }
            return object("MultiLineString", .array(polyline.paths.map(write)))
        case .polygon(let polygon):
            let areas = polygon.areas.map { JSONValue.array(([$0.outer] + $0.holes).map { write($0.reversed()) }) }
            return areas.count == 1 ? object("Polygon", areas[0]) : object("MultiPolygon", .array(areas))
        case .envelope(let box):
            if box.isEmpty { return object("Polygon", []) }
            let corners = [
                (box.xMin, box.yMin), (box.xMax, box.yMin), (box.xMax, box.yMax), (box.xMin, box.yMax),
                (box.xMin, box.yMin),
            ]
            return object("Polygon", [write(corners.map { Position(x: $0.0, y: $0.1) })])
        }
    }
}

private func object(_ type: String, _ coordinates: JSONValue) -> JSONValue {
    ["type": .string(type), "coordinates": coordinates]
}

private func write(_ position: Position) -> JSONValue {
    .array([position.x, position.y].map { .finite($0) } + (position.z.flatMap { $0.isNaN ? nil : [.finite($0)] } ?? []))
}

private func write(_ positions: some Sequence<Position>) -> JSONValue {
    .array(positions.filter { !$0.x.isNaN && !$0.y.isNaN }.map { write($0) })
}

private func elements(_ json: JSONValue) throws -> [JSONValue] {
    guard let elements = json.array else { throw GeometryError.malformed("coordinates are no list") }
    return elements
}

private func position(_ json: JSONValue) throws -> Position {
    let numbers = try elements(json).map(\.double)
    guard numbers.count >= 2, let x = numbers[0], let y = numbers[1] else {
        throw GeometryError.malformed("a position needs two numbers")
    }
    return Position(x: x, y: y, z: numbers.count > 2 ? numbers[2] : nil)
}

private func line(_ json: JSONValue) throws -> [Position] {
    try elements(json).map(position)
}

private func lines(_ json: JSONValue) throws -> [[Position]] {
    try elements(json).map(line)
}
