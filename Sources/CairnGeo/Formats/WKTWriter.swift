/// Writes WKT (OGC 06-103r4 §7), with as many digits as it takes to read the same numbers.
struct WKTWriter {
    private let layout: VertexLayout
    private var text = ""

    private init(_ layout: VertexLayout) {
        self.layout = layout
    }

    /// The text for a geometry.
    static func text(_ geometry: Geometry, promotingToMulti: Bool) -> String {
        var writer = WKTWriter(VertexLayout(of: geometry))
        writer.append(SimpleFeature(geometry, promotingToMulti: promotingToMulti))
        return writer.text
    }

    private mutating func append(_ feature: SimpleFeature) {
        text += feature.kind.keyword + " "
        if layout.count > 2 { text += (layout.hasZ ? "Z" : "") + (layout.hasM ? "M" : "") + " " }
        switch feature {
        case .point(let position): appendPoint(position)
        case .lineString(let line): appendVertices(line)
        case .polygon(let rings): appendLines(rings)
        case .multiPoint(let points): appendList(points) { $0.appendPoint($1) }
        case .multiLineString(let lines): appendLines(lines)
        case .multiPolygon(let areas): appendList(areas) { $0.appendLines($1) }
        }
    }

    private mutating func appendLines(_ lines: [[Position]]) {
        appendList(lines) { $0.appendVertices($1) }
    }

    private mutating func appendVertices(_ positions: [Position]) {
        appendList(positions) { $0.appendVertex($1) }
    }

    private mutating func appendPoint(_ position: Position) {
        appendVertices(position.x.isNaN || position.y.isNaN ? [] : [position])
    }

    private mutating func appendList<Element>(_ elements: [Element], _ append: (inout Self, Element) -> Void) {
        if elements.isEmpty {
            text += "EMPTY"
            return
        }
        for (index, element) in elements.enumerated() {
            text += index == 0 ? "(" : ", "
            append(&self, element)
        }
        text += ")"
    }

    private mutating func appendVertex(_ position: Position) {
        text += Self.number(position.x) + " " + Self.number(position.y)
        if layout.hasZ { text += " " + (position.z.map(Self.number) ?? "NaN") }
        if layout.hasM { text += " " + (position.m.map(Self.number) ?? "NaN") }
    }

    private static func number(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
