import CairnCore

/// Reads WKB from memory: ISO's codes (OGC 06-103r4 §8.2) and the flags of PostGIS's EWKB, in either byte order.
///
/// Nothing is reserved for a count that the remaining bytes could not hold.
struct WKBReader {
    private struct Head {
        let kind: SimpleFeatureKind
        let layout: VertexLayout
        let srid: Int?
    }

    private var cursor: BinaryCursor

    /// Reads the one geometry that the bytes hold.
    ///
    /// - Parameter inherited: What coordinates mean if the bytes have no SRID.
    static func geometry(
        in bytes: UnsafeRawBufferPointer, spatialReference inherited: SpatialReference?
    ) throws(GeometryError) -> Geometry {
        var reader = WKBReader(cursor: BinaryCursor(bytes))
        let head = try reader.readHead()
        let reference = head.srid.map { SpatialReference(wkid: $0) } ?? inherited
        // Points come by the million: they take no detour.
        let geometry: Geometry =
            if head.kind == .point { .point(MapPoint(try reader.readPoint(head), spatialReference: reference)) } else {
                Geometry(try reader.readFeature(head), spatialReference: reference)
            }
        guard reader.cursor.left == 0 else { throw reader.malformed("the geometry has ended and more bytes follow") }
        return geometry
    }

    private mutating func readFeature(_ head: Head) throws(GeometryError) -> SimpleFeature {
        switch head.kind {
        case .point: return .point(try readPoint(head))
        case .lineString: return .lineString(try readVertices(head.layout))
        case .polygon: return .polygon(try readRings(head))
        case .multiPoint:
            return .multiPoint(
                try readParts(of: head, leastSize: 21) { (self, head) throws(GeometryError) in try self.readPoint(head) })
        case .multiLineString:
            return .multiLineString(
                try readParts(of: head, leastSize: 9) { (self, head) throws(GeometryError) in try self.readVertices(head.layout) }
            )
        case .multiPolygon:
            return .multiPolygon(
                try readParts(of: head, leastSize: 9) { (self, head) throws(GeometryError) in try self.readRings(head) })
        default: throw head.kind.refusal
        }
    }

    private mutating func readHead() throws(GeometryError) -> Head {
        try need(5, "a geometry begins with 5 bytes")
        let order = cursor.readByte()
        guard order <= 1 else { throw malformed("the byte order is \(order), and should be 0 or 1", back: 1) }
        cursor.isBigEndian = order == 0
        let type = cursor.readWord()
        let (flags, code) = (type & 0xE000_0000, type & 0x1FFF_FFFF)
        guard code < 4000, let kind = SimpleFeatureKind(rawValue: code % 1000) else {
            throw malformed("\(type) is the code of no geometry", back: 4)
        }
        let layout = VertexLayout(
            hasZ: flags & 0x8000_0000 != 0 || code / 1000 & 1 != 0, hasM: flags & 0x4000_0000 != 0 || code / 1000 & 2 != 0)
        return Head(kind: kind, layout: layout, srid: flags & 0x2000_0000 != 0 ? try readSRID() : nil)
    }

    /// Zero and less stand for none.
    private mutating func readSRID() throws(GeometryError) -> Int? {
        try need(4, "an SRID has 4 bytes")
        let srid = Int(Int32(bitPattern: cursor.readWord()))
        return srid > 0 ? srid : nil
    }

    private mutating func readParts<Part>(
        of head: Head, leastSize: Int, _ read: (inout Self, Head) throws(GeometryError) -> Part
    ) throws(GeometryError) -> [Part] {
        var parts: [Part] = []
        for _ in 0..<(try readCount(of: "parts", leastSize: leastSize)) {
            let part = try readHead()
            guard part.kind == head.kind.part else {
                throw malformed("a \(part.kind.keyword) is no part of a \(head.kind.keyword)", back: 4)
            }
            parts.append(try read(&self, part))
        }
        return parts
    }

    private mutating func readRings(_ head: Head) throws(GeometryError) -> [[Position]] {
        var rings: [[Position]] = []
        for _ in 0..<(try readCount(of: "rings", leastSize: 4)) { rings.append(try readVertices(head.layout)) }
        return rings
    }

    private mutating func readVertices(_ layout: VertexLayout) throws(GeometryError) -> [Position] {
        let count = try readCount(of: "vertices", leastSize: layout.stride)
        var vertices: [Position] = []
        vertices.reserveCapacity(count)
        for _ in 0..<count { vertices.append(readVertex(layout)) }
        return vertices
    }

    private mutating func readPoint(_ head: Head) throws(GeometryError) -> Position {
        try need(head.layout.stride, "a point has \(head.layout.stride)")
        return readVertex(head.layout)
    }

    /// A height or measure that is NaN is none.
    private mutating func readVertex(_ layout: VertexLayout) -> Position {
        var position = Position(x: cursor.readNumber(), y: cursor.readNumber())
        if layout.hasZ { position.z = readPresentNumber() }
        if layout.hasM { position.m = readPresentNumber() }
        return position
    }

    private mutating func readPresentNumber() -> Double? {
        let number = cursor.readNumber()
        return number.isNaN ? nil : number
    }

    private mutating func readCount(of things: String, leastSize: Int) throws(GeometryError) -> Int {
        try need(4, "a number of \(things) has 4 bytes")
        let count = Int(cursor.readWord())
        guard count <= cursor.left / leastSize else {
            throw malformed("\(count) \(things) are announced, more than the \(cursor.left) bytes left can hold", back: 4)
        }
        return count
    }

    private func need(_ count: Int, _ reason: @autoclosure () -> String) throws(GeometryError) {
        guard cursor.left >= count else { throw malformed("\(reason()), and \(cursor.left) are left") }
    }

    /// - Parameter back: How far back what is wrong begins.
    private func malformed(_ reason: String, back: Int = 0) -> GeometryError {
        let place = cursor.offset - back
        return .malformed("at byte \(place) of the WKB, \(reason); it is damaged or cut off: get it again from where it came")
    }
}
