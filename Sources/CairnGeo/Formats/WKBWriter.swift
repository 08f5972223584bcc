import CairnCore

/// Appends ISO WKB, little-endian (OGC 06-103r4 §8.2), to bytes that a caller keeps.
struct WKBWriter {
    let layout: VertexLayout

    /// Appends a geometry.
    ///
    /// - Parameters:
    ///   - geometry: Lines and areas without vertices have no parts; a point without a place has NaN for each number.
    ///   - promotingToMulti: Whether a line or an area on its own is written as a collection of one.
    func append(_ geometry: Geometry, promotingToMulti: Bool, to bytes: inout [UInt8]) {
        append(SimpleFeature(geometry, promotingToMulti: promotingToMulti), to: &bytes)
    }

    private func append(_ feature: SimpleFeature, to bytes: inout [UInt8]) {
        if case .point(let position) = feature { return appendPoint(position, to: &bytes) }
        appendHead(feature.kind, to: &bytes)
        switch feature {
        case .point: break
        case .lineString(let line): appendVertices(line, to: &bytes)
        case .polygon(let rings):
            appendCount(rings.count, to: &bytes)
            for ring in rings { appendVertices(ring, to: &bytes) }
        case .multiPoint(let points):
            appendCount(points.count, to: &bytes)
            for point in points { appendPoint(point, to: &bytes) }
        case .multiLineString(let lines):
            appendCount(lines.count, to: &bytes)
            for line in lines { append(.lineString(line), to: &bytes) }
        case .multiPolygon(let areas):
            appendCount(areas.count, to: &bytes)
            for rings in areas { append(.polygon(rings), to: &bytes) }
        }
    }

    private func appendHead(_ kind: SimpleFeatureKind, to bytes: inout [UInt8]) {
        let code = kind.rawValue + (layout.hasZ ? 1000 : 0) + (layout.hasM ? 2000 : 0)
        // The byte order, 1, and the code: five bytes in one go.
        withUnsafeBytes(of: (1 | UInt64(code) << 8).littleEndian) {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<5]))
        }
    }

    private func appendCount(_ count: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(clamping: count).littleEndian) { bytes.append(contentsOf: $0) }
    }

    func appendPoint(_ position: Position, to bytes: inout [UInt8]) {
        appendHead(.point, to: &bytes)
        // Without a place there is no number at all.
        let isEmpty = position.x.isNaN || position.y.isNaN
        appendVertex(isEmpty ? Position(x: .nan, y: .nan) : position, to: &bytes)
    }

    private func appendVertices(_ positions: [Position], to bytes: inout [UInt8]) {
        appendCount(positions.count, to: &bytes)
        for position in positions { appendVertex(position, to: &bytes) }
    }

    private func appendVertex(_ position: Position, to bytes: inout [UInt8]) {
        let place = (position.x.bitPattern.littleEndian, position.y.bitPattern.littleEndian)
        withUnsafeBytes(of: place) { bytes.append(contentsOf: $0) }
        if layout.hasZ { appendNumber(position.z ?? .nan, to: &bytes) }
        if layout.hasM { appendNumber(position.m ?? .nan, to: &bytes) }
    }

    private func appendNumber(_ number: Double, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
