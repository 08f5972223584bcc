import CairnGeo

extension HilbertCurve {
    /// The index of a place in degrees times 10⁷.
    @inline(__always)
    static func index(ofX x: Int32, y: Int32, levels: Int = 32) -> UInt64 {
        // A degree of latitude is as long as one of longitude is at the equator: cells are square.
        index(x: UInt32(bitPattern: x) ^ 0x8000_0000, y: UInt32(bitPattern: y) ^ 0x8000_0000, levels: levels)
    }
}
