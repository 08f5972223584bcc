/// Which numbers of vertices are written.
struct WrittenVertices {
    let hasZ: Bool
    let hasM: Bool
}

extension JSONBytes {
    /// A geometry in Esri JSON; null if it has no place. Vertices without one are left out.
    mutating func esriGeometry(_ geometry: Geometry, _ vertices: WrittenVertices) {
        switch geometry {
        case .point(let point): esriPoint(point.position, vertices)
        case .multipoint(let multipoint):
            esriShape("\"points\":", vertices) { $0.line(multipoint.points, vertices) }
        case .polyline(let polyline): esriShape("\"paths\":", vertices) { $0.lines(polyline.paths, vertices) }
        case .polygon(let polygon): esriShape("\"rings\":", vertices) { $0.lines(polygon.rings, vertices) }
        case .envelope(let box): esriBox(box)
        }
    }

    private mutating func esriPoint(_ position: Position, _ vertices: WrittenVertices) {
        guard position.hasPlace else { return append("null") }
        append("{\"x\":")
        number(position.x)
        append(",\"y\":")
        number(position.y)
        if vertices.hasZ {
            append(",\"z\":")
            number(position.z ?? .nan)
        }
        if vertices.hasM {
            append(",\"m\":")
            number(position.m ?? .nan)
        }
        append("}")
    }

    private mutating func esriShape(_ name: StaticString, _ vertices: WrittenVertices, _ body: (inout JSONBytes) -> Void) {
        append("{")
        if vertices.hasZ { append("\"hasZ\":true,") }
        if vertices.hasM { append("\"hasM\":true,") }
        append(name)
        body(&self)
        append("}")
    }

    private mutating func esriBox(_ box: Envelope) {
        guard !box.isEmpty else { return append("null") }
        append("{\"xmin\":")
        number(box.xMin)
        append(",\"ymin\":")
        number(box.yMin)
        append(",\"xmax\":")
        number(box.xMax)
        append(",\"ymax\":")
        number(box.yMax)
        append("}")
    }

    /// Lists of vertices.
    mutating func lines(_ parts: some Sequence<some Sequence<Position>>, _ vertices: WrittenVertices) {
        append("[")
        var isFirst = true
        for part in parts {
            separate(&isFirst)
            line(part, vertices)
        }
        append("]")
    }

    /// A list of vertices.
    mutating func line(_ positions: some Sequence<Position>, _ vertices: WrittenVertices) {
        append("[")
        var isFirst = true
        for position in positions where position.hasPlace {
            separate(&isFirst)
            append("[")
            number(position.x)
            append(",")
            number(position.y)
            if vertices.hasZ { further(position.z) }
            if vertices.hasM { further(position.m) }
            append("]")
        }
        append("]")
    }

    private mutating func further(_ value: Double?) {
        append(",")
        number(value ?? .nan)
    }
}

extension Position {
    var hasPlace: Bool { x.isFinite && y.isFinite }
}
