import CairnCore
import CairnGeo

/// A feature that is drawn, in metres of Web Mercator.
struct DrawnShape: Sendable {
    enum Kind { case points, lines, areas }

    let kind: Kind
    /// Points, lines or rings; those of areas are an outer ring and its holes, then the next.
    let parts: [[SIMD2<Double>]]
    /// Of areas, which parts are one.
    let areas: [Range<Int>]
    let box: BoxTree.Box
    /// Which feature of its layer it is.
    let index: Int

    /// No place on earth is farther from the middle, not even the poles as they are held here.
    static let farthest = 1e9

    /// Nil for what has no place.
    ///
    /// - Throws: ``GeometryError/noTransformation(from:to:)``.
    init?(_ feature: Feature, index: Int) throws {
        guard let geometry = try feature.geometry?.projected(to: .webMercator) else { return nil }
        var areas: [Range<Int>] = []
        let rings: [[Position]]
        switch geometry {
        case .point(let point): (kind, rings) = (.points, [[point.position]])
        case .multipoint(let points): (kind, rings) = (.points, [points.points])
        case .polyline(let line): (kind, rings) = (.lines, line.paths)
        case .polygon(let polygon): (kind, rings) = (.areas, Self.rings(polygon, &areas))
        case .envelope(let box):
            let corners = [(box.xMin, box.yMin), (box.xMin, box.yMax), (box.xMax, box.yMax), (box.xMax, box.yMin)]
            (kind, rings, areas) = (.areas, [corners.map { Position(x: $0.0, y: $0.1) }], [0..<1])
        }
        var bounds = BoxTree.Box()
        for position in rings.joined() {
            guard abs(position.x) <= Self.farthest, abs(position.y) <= Self.farthest else { return nil }
            bounds.add(position)
        }
        guard bounds.xMin <= bounds.xMax else { return nil }
        (parts, box) = (rings.map { $0.map { SIMD2($0.x, $0.y) } }, bounds)
        (self.areas, self.index) = (areas, index)
    }

    private static func rings(_ polygon: Geometry.Polygon, _ areas: inout [Range<Int>]) -> [[Position]] {
        var rings: [[Position]] = []
        for area in polygon.areas {
            areas.append(rings.count..<rings.count + 1 + area.holes.count)
            rings.append(area.outer)
            rings += area.holes
        }
        return rings
    }
}

/// The shapes of a layer, found by where they are.
struct DrawnShapes: Sendable {
    let layer: DrawnLayer
    private let shapes: [DrawnShape]
    private let tree: BoxTree

    /// - Throws: ``GeometryError/noTransformation(from:to:)``.
    init(_ layer: DrawnLayer) throws {
        let shapes = try layer.features.enumerated().compactMap { try DrawnShape($0.element, index: $0.offset) }
        let keys = shapes.map(Self.key)
        self.shapes = shapes.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { shapes[$0] }
        tree = BoxTree(self.shapes.map(\.box))
        self.layer = layer
    }

    private static func key(_ shape: DrawnShape) -> UInt64 {
        func cell(_ low: Double, _ high: Double) -> UInt32 {
            UInt32(rounding: ((low + high) / 2 + DrawnShape.farthest) / (2 * DrawnShape.farthest) * 4e9) ?? 0
        }
        return HilbertCurve.index(x: cell(shape.box.xMin, shape.box.xMax), y: cell(shape.box.yMin, shape.box.yMax))
    }

    /// The shapes whose boxes meet another, in the order of the features.
    func shapes(in box: BoxTree.Box) -> [DrawnShape] {
        var found: [DrawnShape] = []
        tree.search { own, _ in
            own.meets(box)
        } _: {
            found.append(shapes[$0])
        }
        return found.sorted { $0.index < $1.index }
    }

    func has(_ kind: DrawnShape.Kind) -> Bool { shapes.contains { $0.kind == kind } }

    /// Around all of them; nil if there are none.
    var extent: Envelope? {
        guard !shapes.isEmpty else { return nil }
        let box = shapes.reduce(into: BoxTree.Box()) { box, shape in
            box.add(Position(x: shape.box.xMin, y: shape.box.yMin))
            box.add(Position(x: shape.box.xMax, y: shape.box.yMax))
        }
        return Envelope(xMin: box.xMin, yMin: box.yMin, xMax: box.xMax, yMax: box.yMax, spatialReference: .webMercator)
    }
}
