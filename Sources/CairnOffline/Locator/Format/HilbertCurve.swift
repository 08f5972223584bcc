import CairnCore

/// The place of a cell along Hilbert's curve, which keeps neighbours together.
enum HilbertCurve {
    /// What the walk does in each of the curve's four directions at each of a cell's quadrants: four bits each, of which the upper two are the
    /// direction from there on, and the lower two how manieth the quadrant is.
    ///
    /// Of a direction the upper bit says that x and y are swapped, the lower one that both are mirrored. A quadrant is right · 2 + upper.
    private static let steps: UInt64 = 0x43DE_A970_C5B6_2F18

    /// The index of a cell of a grid of 2³² by 2³², or of the coarser one that it is in.
    ///
    /// - Parameter levels: How often the grid is halved, 0…32; the index has twice as many bits.
    @inline(__always)
    static func index(x: UInt32, y: UInt32, levels: Int = 32) -> UInt64 {
        var (index, direction) = (UInt64(0), UInt64(0))
        var shift: UInt32 = 32
        while shift > 32 - UInt32(truncatingIfNeeded: levels) {
            shift &-= 1
            let quadrant = UInt64(x &>> shift & 1) &<< 1 | UInt64(y &>> shift & 1)
            let step = steps &>> (direction &<< 4 | quadrant &<< 2)
            direction = step &>> 2 & 3
            index = index &<< 2 | step & 3
        }
        return index
    }

    /// The index of a place in degrees times 10⁷.
    @inline(__always)
    static func index(ofX x: Int32, y: Int32, levels: Int = 32) -> UInt64 {
        // A degree of latitude is as long as one of longitude is at the equator: cells are square.
        index(x: UInt32(bitPattern: x) ^ 0x8000_0000, y: UInt32(bitPattern: y) ^ 0x8000_0000, levels: levels)
    }
}
