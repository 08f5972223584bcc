/// What the words of a locator do in names, and which of them are numbers.
struct WordRoles: Sendable {
    private let roles: [UInt8]
    private static let number: UInt8 = 0x80

    init(_ lexicon: Lexicon) throws(BlockDamage) {
        var roles = [UInt8](repeating: 0, count: lexicon.count)
        for (text, role) in StreetAbbreviations.roles {
            if let word = try lexicon.number(of: text) { roles[word] = role.rawValue }
        }
        // Words are in the order of their bytes.
        for digit in 0...9 {
            for word in try lexicon.words(startingWith: "\(digit)")
            where try lexicon.bytes(of: word).allSatisfy({ (0x30...0x39).contains($0) }) {
                roles[word] = Self.number
            }
        }
        self.roles = roles
    }

    @inline(__always)
    func role(of word: Int) -> WordRole { word < roles.count ? WordRole(rawValue: roles[word] & 0x7F) ?? .name : .name }

    /// Whether it is of digits alone.
    @inline(__always)
    func isNumber(_ word: Int) -> Bool { word < roles.count && roles[word] & Self.number != 0 }
}
