/// A box in degrees times 10⁷, about a centimetre.
struct GeoBox: Sendable, Hashable {
    /// West, south, east and north, as they stand in a file.
    private var sides: SIMD4<Int32>

    var xMin: Int32 {
        get { sides.x }
        set { sides.x = newValue }
    }
    var yMin: Int32 {
        get { sides.y }
        set { sides.y = newValue }
    }
    var xMax: Int32 {
        get { sides.z }
        set { sides.z = newValue }
    }
    var yMax: Int32 {
        get { sides.w }
        set { sides.w = newValue }
    }

    /// One that includes nothing.
    static let none = GeoBox(xMin: .max, yMin: .max, xMax: .min, yMax: .min)

    /// One that includes everything.
    static let all = GeoBox(xMin: .min, yMin: .min, xMax: .max, yMax: .max)

    init(xMin: Int32, yMin: Int32, xMax: Int32, yMax: Int32) {
        sides = SIMD4(xMin, yMin, xMax, yMax)
    }

    init(x: Int32, y: Int32) {
        sides = SIMD4(x, y, x, y)
    }

    var isNone: Bool { xMin > xMax || yMin > yMax }

    mutating func include(_ other: GeoBox) {
        xMin = min(xMin, other.xMin)
        yMin = min(yMin, other.yMin)
        xMax = max(xMax, other.xMax)
        yMax = max(yMax, other.yMax)
    }

    /// Whether they have a place in common.
    @inline(__always)
    func intersects(_ other: GeoBox) -> Bool {
        // a ≥ b is ~a ≤ ~b: one comparison of vectors does for all sides.
        let flip = SIMD4<Int32>(0, 0, -1, -1)
        let opposite = SIMD4(lowHalf: other.sides.highHalf, highHalf: other.sides.lowHalf)
        return Swift.all((sides ^ flip) .<= (opposite ^ flip))
    }
}

extension GeoBox {
    /// In a file.
    static let size = 16

    /// The box that stands in a file at an address, its sides one after the other.
    @inline(__always)
    init(at bytes: UnsafeRawPointer) {
        let sides = bytes.loadUnaligned(as: SIMD4<Int32>.self)
        #if _endian(big)
            self.sides = SIMD4(sides.x.byteSwapped, sides.y.byteSwapped, sides.z.byteSwapped, sides.w.byteSwapped)
        #else
            self.sides = sides
        #endif
    }
}
