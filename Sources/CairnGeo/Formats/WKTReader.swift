import CairnCore

/// Reads WKT (OGC 06-103r4 §7), and the SRID that PostGIS's EWKT puts before it. Case and white space do not matter; without a word for the
/// dimensions the first vertex tells them.
struct WKTReader {
    private var scanner: WKTScanner
    /// Nil until it is known.
    private var layout: VertexLayout?

    /// Reads the one geometry that the text is.
    ///
    /// - Parameter inherited: What coordinates mean if the text has no SRID.
    static func geometry(in text: String, spatialReference inherited: SpatialReference?) throws(GeometryError) -> Geometry {
        var reader = WKTReader(scanner: WKTScanner(text))
        let reference = try reader.readSRID().map { SpatialReference(wkid: $0) } ?? inherited
        let feature = try reader.readFeature()
        guard reader.scanner.next() == nil else { throw reader.scanner.malformed("the geometry has ended and more text follows") }
        return Geometry(feature, spatialReference: reference)
    }

    /// Zero and less stand for none.
    private mutating func readSRID() throws(GeometryError) -> Int? {
        let start = scanner.offset
        guard scanner.readWord() == "SRID" else {
            scanner.offset = start
            return nil
        }
        try scanner.expect("=")
        guard let srid = Int(String(decoding: scanner.readToken(), as: UTF8.self)) else {
            throw scanner.malformed("an SRID is no whole number")
        }
        try scanner.expect(";")
        return srid > 0 ? srid : nil
    }

    private mutating func readFeature() throws(GeometryError) -> SimpleFeature {
        switch try readKind() {
        case .point:
            let points = try readList { (self) throws(GeometryError) in try self.readVertex() }
            guard points.count <= 1 else { throw scanner.malformed("a POINT has several vertices") }
            return .point(points.first ?? Position(x: .nan, y: .nan))
        case .lineString: return .lineString(try readVertices())
        case .polygon: return .polygon(try readLines())
        case .multiPoint: return .multiPoint(try readList { (self) throws(GeometryError) in try self.readPart() })
        case .multiLineString: return .multiLineString(try readLines())
        case .multiPolygon: return .multiPolygon(try readList { (self) throws(GeometryError) in try self.readLines() })
        case let kind: throw kind.refusal
        }
    }

    private static let kinds = Dictionary(uniqueKeysWithValues: SimpleFeatureKind.allCases.map { ($0.keyword, $0) })
    private static let layouts = [
        "Z": VertexLayout(hasZ: true), "M": VertexLayout(hasM: true), "ZM": VertexLayout(hasZ: true, hasM: true),
    ]

    /// The word for the dimensions may stand apart, or at the end of the word before.
    private mutating func readKind() throws(GeometryError) -> SimpleFeatureKind {
        let word = scanner.readWord()
        let suffix = Self.kinds[word] == nil ? ["ZM", "Z", "M"].first { word.hasSuffix($0) } ?? "" : ""
        guard let kind = Self.kinds[String(word.dropLast(suffix.count))] else {
            throw scanner.malformed("\"\(word)\" is the name of no geometry")
        }
        let start = scanner.offset
        layout = Self.layouts[suffix] ?? Self.layouts[scanner.readWord()]
        if layout == nil || !suffix.isEmpty { scanner.offset = start }
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
        guard let byte = scanner.next(), byte == UInt8(ascii: "(") || WKTScanner.isLetter(byte) && !scanner.startsNumber() else {
            return try readVertex()
        }
        let points = try readVertices()
        guard points.count <= 1 else { throw scanner.malformed("a point of a MULTIPOINT has several vertices") }
        return points.first ?? Position(x: .nan, y: .nan)
    }

    /// Elements in parentheses; none for the word EMPTY.
    private mutating func readList<Element>(
        _ read: (inout Self) throws(GeometryError) -> Element
    ) throws(GeometryError) -> [Element] {
        if let byte = scanner.next(), WKTScanner.isLetter(byte) {
            guard scanner.readWord() == "EMPTY" else { throw scanner.malformed("there should be EMPTY or a parenthesis") }
            return []
        }
        try scanner.expect("(")
        var elements = [try read(&self)]
        while scanner.next() == UInt8(ascii: ",") {
            scanner.offset += 1
            elements.append(try read(&self))
        }
        try scanner.expect(")")
        return elements
    }

    private mutating func readVertex() throws(GeometryError) -> Position {
        var (numbers, count) = (SIMD4<Double>(), 0)
        while let byte = scanner.next(), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
            guard count < 4 else { throw scanner.malformed("a vertex has more than 4 numbers") }
            numbers[count] = try scanner.readNumber()
            count += 1
        }
        let layout = self.layout ?? VertexLayout(hasZ: count > 2, hasM: count > 3)
        guard count == layout.count else {
            throw scanner.malformed("a vertex has \(count) numbers, and should have \(layout.count)")
        }
        self.layout = layout
        var position = Position(x: numbers[0], y: numbers[1])
        // As in WKB, NaN stands for no height and no measure.
        if layout.hasZ, !numbers[2].isNaN { position.z = numbers[2] }
        if layout.hasM, !numbers[count - 1].isNaN { position.m = numbers[count - 1] }
        return position
    }
}
