import CairnCore

/// The place of a cell along Hilbert's curve, which keeps neighbours together.
package enum HilbertCurve {
    /// The index of a cell of a grid of 2³² by 2³², or of the coarser one that it is in.
    ///
    /// - Parameter levels: How often the grid is halved, 0…32; the index has twice as many bits.
    @inlinable
    package static func index(x: UInt32, y: UInt32, levels: Int = 32) -> UInt64 {
        // What the walk does in each of the curve's four directions at each of a cell's quadrants: four bits each, of which the upper two are the
        // direction from there on, and the lower two how manieth the quadrant is. Of a direction the upper bit says that x and y are swapped, the
        // lower one that both are mirrored. A quadrant is right · 2 + upper.
        let steps: UInt64 = 0x43DE_A970_C5B6_2F18
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
}
