import CairnCore

/// The settlements, regions and countries of a locator, each combination once; features are in their order.
struct ContextTable: Sendable {
    private static let size = 24
    private let section: MappedSection
    private let words: MappedSection
    let count: Int

    init(_ image: LocatorImage) {
        (section, words) = (image[.contexts], image[.contextWords])
        count = max(0, section.count / Self.size - 1)
    }

    private func number(_ context: Int, _ field: Int) throws(BlockDamage) -> Int {
        guard context >= 0, context < count else { throw BlockDamage() }
        return try section.number(context * (Self.size / 4) + field)
    }

    func city(_ context: Int) throws(BlockDamage) -> Int { try number(context, 0) }
    func subregion(_ context: Int) throws(BlockDamage) -> Int { try number(context, 1) }
    func region(_ context: Int) throws(BlockDamage) -> Int { try number(context, 2) }
    func country(_ context: Int) throws(BlockDamage) -> Int { try number(context, 3) }

    /// The features that lie in a context.
    func features(_ context: Int) throws(BlockDamage) -> Range<Int> {
        let start = try number(context, 5)
        let end = try section.number((context + 1) * (Self.size / 4) + 5)
        return start..<max(start, end)
    }

    /// The contexts of the same country, or of the same region of it: they follow each other.
    func stretch(around context: Int, isRegion: Bool) throws(BlockDamage) -> Range<Int> {
        let (country, region) = (try country(context), try self.region(context))
        func isSame(_ other: Int) throws(BlockDamage) -> Bool {
            guard try self.country(other) == country else { return false }
            return isRegion ? try self.region(other) == region : true
        }
        var (low, high) = (0, context)
        while low < high {
            let middle = low + (high - low) / 2
            if try isSame(middle) { high = middle } else { low = middle + 1 }
        }
        let first = low
        (low, high) = (context, count)
        while low < high {
            let middle = low + (high - low) / 2
            if try isSame(middle) { low = middle + 1 } else { high = middle }
        }
        return first..<max(first, low)
    }

    /// Whether two contexts may lie in one state of the USA: false if both say in which, and it is another one.
    func mayBeOfOneState(_ one: Int, _ other: Int, _ texts: TextTable) throws(BlockDamage) -> Bool {
        let (region, otherRegion) = (try self.region(one), try self.region(other))
        if one == other || region == otherRegion || region == 0 || otherRegion == 0 { return true }
        guard let code = RegionNames.stateCode(of: try texts.text(region)),
            let otherCode = RegionNames.stateCode(of: try texts.text(otherRegion))
        else { return true }
        return code == otherCode
    }

    /// The postal code of the state of the USA that a context lies in; nil if it does not say, or lies in another country.
    func state(_ context: Int, _ texts: TextTable) throws(BlockDamage) -> String? {
        let (region, country) = (try self.region(context), try self.country(context))
        guard region != 0 else { return nil }
        if country != 0 {
            // Most lie elsewhere, and are told by two letters.
            let bytes = try texts.bytes(country)
            let isCode = bytes.count == 2
            if isCode, bytes[0] | 0x20 != UInt8(ascii: "u") || bytes[1] | 0x20 != UInt8(ascii: "s") { return nil }
            if !isCode, !CountryNames.isUnitedStates(try texts.text(country)) { return nil }
        }
        return RegionNames.stateCode(of: try texts.text(region))
    }

    func words(of context: Int) throws(BlockDamage) -> WordListCursor { try WordListCursor(words, number(context, 4)) }
}
