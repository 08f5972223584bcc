import CairnCore

/// One address, place or post code of a locator file, as long as the file is not built anew.
public struct LocatorEntry: Sendable, Hashable, Codable {
    /// Two bits for what it is, thirty for which of a run of houses or which house number, and thirty-two for where it stands.
    public let rawValue: UInt64

    /// An entry by its number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(_ item: TreeItem, _ index: Int, _ part: Int = 0) {
        rawValue =
            UInt64(item.rawValue) << 62 | UInt64(UInt32(truncatingIfNeeded: part) & 0x3FFF_FFFF) << 32
            | UInt64(UInt32(truncatingIfNeeded: index))
    }

    var item: TreeItem { TreeItem(rawValue: UInt32(truncatingIfNeeded: rawValue >> 62)) ?? .feature }
    var index: Int { Int(truncatingIfNeeded: rawValue & 0xFFFF_FFFF) }
    var part: Int { Int(truncatingIfNeeded: rawValue >> 32 & 0x3FFF_FFFF) }
}
