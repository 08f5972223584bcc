import CairnCore

/// The place of a cell along Hilbert's curve, which keeps neighbours together.
enum HilbertCurve {
    /// The index of a cell of a grid of 2³² by 2³².
    ///
    /// The usual bit-by-bit walk: at each level choose the quadrant, then turn it to the curve's direction.
    static func index(x: UInt32, y: UInt32) -> UInt64 {
        var (x, y, index) = (x, y, UInt64(0))
        var side: UInt32 = 1 << 31
        while side > 0 {
            let right: UInt64 = x & side > 0 ? 1 : 0
            let upper: UInt64 = y & side > 0 ? 1 : 0
            index += UInt64(side) * UInt64(side) * ((3 * right) ^ upper)
            if upper == 0 {
                if right == 1 { (x, y) = (~x, ~y) }
                swap(&x, &y)
            }
            side >>= 1
        }
        return index
    }

    /// The index of a place in degrees times 10⁷.
    static func index(ofX x: Int32, y: Int32) -> UInt64 {
        // A degree of latitude is as long as one of longitude is at the equator: cells are square.
        index(x: UInt32(bitPattern: x) ^ 0x8000_0000, y: UInt32(bitPattern: y) ^ 0x8000_0000)
    }
}
