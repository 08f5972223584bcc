import CairnCore

/// Reads geometries of Esri's Protocol Buffers: whole numbers, each vertex of a part as its distance from the one before.
struct QuantizedGeometry {
    /// Kinds by their numbers in the format.
    enum Kind: UInt64 {
        case point = 0
        case multipoint = 1
        case polyline = 2
        case polygon = 3
    }

    var kind: UInt64 = 0
    var transform = QuantizedTransform()
    var hasZ = false
    var hasM = false
    var spatialReference: SpatialReference?

    private var stride: Int { 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0) }

    /// Reads a `Geometry`: its kind, the number of vertices in each part, and the numbers.
    func geometry(_ message: ProtobufCursor) throws(ProtobufStop) -> Geometry {
        var message = message
        var own: UInt64 = 0
        var (lengths, numbers) = (ProtobufCursor(message.end, end: message.end), ProtobufCursor(message.end, end: message.end))
        while !message.isAtEnd {
            switch try message.field() {
            case (1, .varint): own = try message.varint()
            case (2, .bytes): lengths = try message.content()
            case (3, .bytes): numbers = try message.content()
            case (_, let wire): try message.pass(wire)
            }
        }
        // A kind that is 0 is not written: then what the collection says holds.
        guard let kind = Kind(rawValue: own == 0 ? self.kind : own) else {
            throw .refused(.unsupported("Geometries of type \(own == 0 ? self.kind : own)"))
        }
        return try geometry(kind, &lengths, &numbers)
    }

    private func geometry(_ kind: Kind, _ lengths: inout ProtobufCursor, _ numbers: inout ProtobufCursor) throws(ProtobufStop)
        -> Geometry
    {
        switch kind {
        case .point:
            if numbers.isAtEnd { return .point(MapPoint(x: .nan, y: .nan, spatialReference: spatialReference)) }
            var vertex = SIMD4<Int>()
            let position = try next(&vertex, &numbers)
            guard numbers.isAtEnd else { throw .wrong("a point has more than one vertex") }
            return .point(MapPoint(position, spatialReference: spatialReference))
        case .multipoint:
            return .multipoint(
                Multipoint(points: try parts(&lengths, &numbers).flatMap(\.self), spatialReference: spatialReference))
        case .polyline: return .polyline(Polyline(paths: try parts(&lengths, &numbers), spatialReference: spatialReference))
        case .polygon: return .polygon(Geometry.Polygon(rings: try parts(&lengths, &numbers), spatialReference: spatialReference))
        }
    }

    private func parts(_ lengths: inout ProtobufCursor, _ numbers: inout ProtobufCursor) throws(ProtobufStop) -> [[Position]] {
        var parts: [[Position]] = []
        if lengths.isAtEnd, !numbers.isAtEnd { return [try part(of: nil, &numbers)] }
        while !lengths.isAtEnd { parts.append(try part(of: try lengths.varint(), &numbers)) }
        guard numbers.isAtEnd else { throw .wrong("a geometry has more vertices than its parts") }
        return parts
    }

    /// The next vertices: so many, or all there are.
    private func part(of length: UInt64?, _ numbers: inout ProtobufCursor) throws(ProtobufStop) -> [Position] {
        // Each number takes a byte at least: no part is longer than what is there, whatever it says.
        let most = UInt64(numbers.count / stride)
        guard length ?? 0 <= most else { throw .wrong("a part has fewer vertices than it says") }
        var vertices: [Position] = []
        vertices.reserveCapacity(Int(length ?? 0))
        var vertex = SIMD4<Int>()
        while length.map({ vertices.count < $0 }) ?? !numbers.isAtEnd { vertices.append(try next(&vertex, &numbers)) }
        return vertices
    }

    @inline(__always)
    private func next(_ vertex: inout SIMD4<Int>, _ numbers: inout ProtobufCursor) throws(ProtobufStop) -> Position {
        vertex.x &+= try numbers.zigzag()
        vertex.y &+= try numbers.zigzag()
        var position = Position(x: coordinate(vertex, 0), y: coordinate(vertex, 1))
        if hasZ {
            vertex.z &+= try numbers.zigzag()
            position.z = coordinate(vertex, 2)
        }
        if hasM {
            vertex.w &+= try numbers.zigzag()
            position.m = coordinate(vertex, 3)
        }
        return position
    }

    @inline(__always)
    private func coordinate(_ vertex: SIMD4<Int>, _ axis: Int) -> Double {
        if let divisor = transform.divisor { return Double(vertex[axis]) / divisor[axis] }
        return Double(vertex[axis]) * transform.scale[axis] + transform.translation[axis]
    }
}
