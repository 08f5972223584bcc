/// The paper of the map: where on it a place is drawn. North is up.
struct MapFrame {
    typealias Point = (x: Double, y: Double)

    static let width = 1000.0
    let height: Double
    /// How many units of the paper a metre is.
    let scale: Double
    private let corner: TownSpot

    /// The paper that shows all these places, with a margin.
    init(showing spots: [TownSpot]) {
        let (xs, ys) = (spots.map(\.x), spots.map(\.y))
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 0)
        let margin = 40 + (right - left) * 0.03
        scale = Self.width / (right - left + 2 * margin)
        height = ((top - bottom + 2 * margin) * scale).rounded(.up)
        corner = TownSpot(x: left - margin, y: top + margin)
    }

    func point(_ spot: TownSpot) -> Point {
        ((spot.x - corner.x) * scale, (corner.y - spot.y) * scale)
    }

    func contains(_ point: Point, margin: Double) -> Bool {
        point.x > margin && point.x < Self.width - margin && point.y > margin && point.y < height - margin
    }

    /// A line, as a path of SVG has it.
    static func path(_ points: some Sequence<Point>) -> String {
        "M" + points.map { "\(short($0.x)) \(short($0.y))" }.joined(separator: "L")
    }

    /// To a tenth of a unit.
    static func short(_ number: Double) -> String {
        let text = "\((number * 10).rounded() / 10)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
