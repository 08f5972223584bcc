/// A colour of a map.
public struct MapColor: Sendable, Hashable {
    /// The red in it.
    public var red: UInt8
    /// The green in it.
    public var green: UInt8
    /// The blue in it.
    public var blue: UInt8
    /// How much it covers: 0 nothing, 255 all that is under it.
    public var alpha: UInt8

    /// A colour of its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A colour as style sheets write it: `MapColor(0x9CC9EA)`.
    public init(_ rgb: UInt32, alpha: UInt8 = 255) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
    }

    /// As styles of vector tiles write it.
    var css: String {
        let share = (Double(alpha) / 255 * 1000).rounded() / 1000
        return "rgba(\(red),\(green),\(blue),\(share))"
    }
}
