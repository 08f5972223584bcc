import CairnCore

/// The place of a cell along Hilbert's curve, which keeps neighbours together.
enum HilbertCurve {
    /// The index of a cell of a grid of 65,536 by 65,536.
    ///
    /// The usual bit-by-bit walk: at each level choose the quadrant, then turn it to the curve's direction.
    static func index(x: UInt32, y: UInt32) -> UInt32 {
        var (x, y, index) = (x & 0xFFFF, y & 0xFFFF, UInt32(0))
        var side: UInt32 = 1 << 15
        while side > 0 {
            let right: UInt32 = x & side > 0 ? 1 : 0
            let upper: UInt32 = y & side > 0 ? 1 : 0
            index += side * side * ((3 * right) ^ upper)
            if upper == 0 {
                if right == 1 { (x, y) = (0xFFFF - x, 0xFFFF - y) }
                swap(&x, &y)
            }
            side >>= 1
        }
        return index
    }

    /// The index of a place in degrees times 10⁷.
    static func index(ofX x: Int32, y: Int32) -> UInt32 {
        let column = (Double(x) / 1e7 + 180) / 360 * 65535
        let row = (Double(y) / 1e7 + 90) / 180 * 65535
        return index(x: cell(column), y: cell(row))
    }

    private static func cell(_ place: Double) -> UInt32 {
        UInt32(clamping: Int(rounding: place.clamped(to: 0...65535), .down) ?? 0)
    }
}
