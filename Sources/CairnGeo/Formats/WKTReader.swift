import CairnCore

/// Reads WKT (OGC 06-103r4 §7), and the SRID that PostGIS's EWKT puts before it. Case and white space do not matter; without a word for the
/// dimensions the first vertex tells them.
struct WKTReader {
    private let text: [UInt8]
    private var offset = 0
    /// Nil until it is known.
    private var layout: VertexLayout?

    private init(_ text: String) {
        self.text = Array(text.utf8)
    }

    /// Reads the one geometry that the text is.
    ///
    /// - Parameter inherited: What coordinates mean if the text has no SRID.
    static func geometry(in text: String, spatialReference inherited: SpatialReference?) throws(GeometryError) -> Geometry {
        var reader = WKTReader(text)
        let reference = try reader.readSRID().map { SpatialReference(wkid: $0) } ?? inherited
        let feature = try reader.readFeature()
        guard reader.next() == nil else { throw reader.malformed("the geometry has ended and more text follows") }
        return Geometry(feature, spatialReference: reference)
    }

    /// Zero and less stand for none.
    private mutating func readSRID() throws(GeometryError) -> Int? {
        let start = offset
        guard readWord() == "SRID" else {
            offset = start
            return nil
        }
        try expect("=")
        guard let srid = Int(String(decoding: readToken(), as: UTF8.self)) else { throw malformed("an SRID is no whole number") }
        try expect(";")
        return srid > 0 ? srid : nil
    }

    private mutating func readFeature() throws(GeometryError) -> SimpleFeature {
        switch try readKind() {
        case .point:
            let points = try readList { (self) throws(GeometryError) in try self.readVertex() }
            guard points.count <= 1 else { throw malformed("a POINT has several vertices") }
            return .point(points.first ?? Position(x: .nan, y: .nan))
        case .lineString: return .lineString(try readVertices())
        case .polygon: return .polygon(try readLines())
        case .multiPoint: return .multiPoint(try readList { (self) throws(GeometryError) in try self.readPart() })
        case .multiLineString: return .multiLineString(try readLines())
        case .multiPolygon: return .multiPolygon(try readList { (self) throws(GeometryError) in try self.readLines() })
        case let kind: throw .unsupported("Geometries of type \(kind.keyword)")
        }
    }

    private static let kinds = Dictionary(uniqueKeysWithValues: SimpleFeatureKind.allCases.map { ($0.keyword, $0) })
    private static let layouts = [
        "Z": VertexLayout(hasZ: true), "M": VertexLayout(hasM: true), "ZM": VertexLayout(hasZ: true, hasM: true),
    ]

    /// The word for the dimensions may stand apart, or at the end of the word before.
    private mutating func readKind() throws(GeometryError) -> SimpleFeatureKind {
        let word = readWord()
        let suffix = Self.kinds[word] == nil ? ["ZM", "Z", "M"].first { word.hasSuffix($0) } ?? "" : ""
        guard let kind = Self.kinds[String(word.dropLast(suffix.count))] else {
            throw malformed("\"\(word)\" is the name of no geometry")
        }
        let start = offset
        layout = Self.layouts[suffix] ?? Self.layouts[readWord()]
        if layout == nil || !suffix.isEmpty { offset = start }
        return kind
    }

    private mutating func readLines() throws(GeometryError) -> [[Position]] {
        try readList { (self) throws(GeometryError) in try self.readVertices() }
    }

    private mutating func readVertices() throws(GeometryError) -> [Position] {
        try readList { (self) throws(GeometryError) in try self.readVertex() }
    }

    /// A point of several: a vertex, in parentheses of its own or not, or none.
    private mutating func readPart() throws(GeometryError) -> Position {
        guard let byte = next(), byte == UInt8(ascii: "(") || Self.isLetter(byte) && !startsNumber() else {
            return try readVertex()
        }
        let points = try readVertices()
        guard points.count <= 1 else { throw malformed("a point of a MULTIPOINT has several vertices") }
        return points.first ?? Position(x: .nan, y: .nan)
    }

    /// Elements in parentheses; none for the word EMPTY.
    private mutating func readList<Element>(
        _ read: (inout Self) throws(GeometryError) -> Element
    ) throws(GeometryError) -> [Element] {
        if let byte = next(), Self.isLetter(byte) {
            guard readWord() == "EMPTY" else { throw malformed("there should be EMPTY or a parenthesis") }
            return []
        }
        try expect("(")
        var elements = [try read(&self)]
        while next() == UInt8(ascii: ",") {
            offset += 1
            elements.append(try read(&self))
        }
        try expect(")")
        return elements
    }

    private mutating func readVertex() throws(GeometryError) -> Position {
        var (numbers, count) = (SIMD4<Double>(), 0)
        while let byte = next(), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
            guard count < 4 else { throw malformed("a vertex has more than 4 numbers") }
            numbers[count] = try readNumber()
            count += 1
        }
        let layout = self.layout ?? VertexLayout(hasZ: count > 2, hasM: count > 3)
        guard count == layout.count else {
            throw malformed("a vertex has \(count) numbers, and should have \(layout.count)")
        }
        self.layout = layout
        var position = Position(x: numbers[0], y: numbers[1])
        // As in WKB, NaN stands for no height and no measure.
        if layout.hasZ, !numbers[2].isNaN { position.z = numbers[2] }
        if layout.hasM, !numbers[count - 1].isNaN { position.m = numbers[count - 1] }
        return position
    }

    private mutating func readNumber() throws(GeometryError) -> Double {
        let token = readToken()
        if token.allSatisfy(Self.isOfNumber), let number = Double(String(decoding: token, as: UTF8.self)), number.isFinite {
            return number
        }
        switch String(decoding: token, as: UTF8.self).lowercased() {
        case "nan": return .nan
        case "inf", "infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        case let text: throw malformed("\"\(text.prefix(30))\" is no number", at: token.startIndex)
        }
    }

    /// Not of a hexadecimal one.
    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }

    private func startsNumber() -> Bool {
        ["nan", "inf"].contains(String(decoding: text[offset..<min(offset + 3, text.count)], as: UTF8.self).lowercased())
    }

    private mutating func readToken() -> ArraySlice<UInt8> {
        _ = next()
        let start = offset
        while offset < text.count, text[offset] > 0x20, !Self.isDelimiter(text[offset]) { offset += 1 }
        return text[start..<offset]
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ";")
    }

    /// The letters that come next, as capitals.
    private mutating func readWord() -> String {
        _ = next()
        let start = offset
        while offset < text.count, Self.isLetter(text[offset]) { offset += 1 }
        return String(decoding: text[start..<min(offset, start + 40)], as: UTF8.self).uppercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private mutating func expect(_ character: Unicode.Scalar) throws(GeometryError) {
        guard next() == UInt8(ascii: character) else { throw malformed("there should be \"\(character)\"") }
        offset += 1
    }

    /// The byte that comes next, white space passed over.
    private mutating func next() -> UInt8? {
        while offset < text.count, text[offset] <= 0x20 { offset += 1 }
        return offset < text.count ? text[offset] : nil
    }

    private func malformed(_ reason: String, at place: Int? = nil) -> GeometryError {
        .malformed("at byte \(place ?? offset) of the WKT, \(reason)")
    }
}
