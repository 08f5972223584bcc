import CairnCore

/// A number of a text that looks like chance: FNV-1a of 32 bits, then MurmurHash3's last steps.
struct TextHash {
    private var state: UInt32 = 0x811C_9DC5

    @inline(__always)
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt32(byte)) &* 0x0100_0193 }
    }

    var value: UInt32 { Self.mixed(state) }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var hash = TextHash()
        hash.append(bytes)
        return hash.value
    }

    /// Under which the settlements of a name are found, by the name's.
    static func place(_ hash: UInt32) -> UInt32 { mixed(hash ^ 0x5BD1_E995) }

    @inline(__always)
    static func mixed(_ hash: UInt32) -> UInt32 {
        var hash = hash
        hash = (hash ^ (hash >> 16)) &* 0x85EB_CA6B
        hash = (hash ^ (hash >> 13)) &* 0xC2B2_AE35
        return hash ^ (hash >> 16)
    }
}
