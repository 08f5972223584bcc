/// A box in degrees times 10⁷, about a centimetre.
struct GeoBox: Sendable, Hashable {
    var xMin: Int32
    var yMin: Int32
    var xMax: Int32
    var yMax: Int32

    /// One that includes nothing.
    static let none = GeoBox(xMin: .max, yMin: .max, xMax: .min, yMax: .min)

    /// One that includes everything.
    static let all = GeoBox(xMin: .min, yMin: .min, xMax: .max, yMax: .max)

    init(xMin: Int32, yMin: Int32, xMax: Int32, yMax: Int32) {
        (self.xMin, self.yMin, self.xMax, self.yMax) = (xMin, yMin, xMax, yMax)
    }

    init(x: Int32, y: Int32) {
        (xMin, yMin, xMax, yMax) = (x, y, x, y)
    }

    var isNone: Bool { xMin > xMax || yMin > yMax }

    mutating func include(_ other: GeoBox) {
        xMin = min(xMin, other.xMin)
        yMin = min(yMin, other.yMin)
        xMax = max(xMax, other.xMax)
        yMax = max(yMax, other.yMax)
    }

    func intersects(_ other: GeoBox) -> Bool {
        xMin <= other.xMax && xMax >= other.xMin && yMin <= other.yMax && yMax >= other.yMin
    }
}
