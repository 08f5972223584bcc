/// What a word of a street's name does there.
enum WordRole: UInt8, Sendable {
    /// It names.
    case name = 0
    /// It says what kind of street it is; people leave it out.
    case type
    /// A direction or a system of roads: with another one it is another street.
    case qualifier
    /// An article or a preposition.
    case connective

    /// What the word counts in a name.
    var weight: Double {
        switch self {
        case .name: 3
        case .type, .qualifier: 1
        case .connective: 0.3
        }
    }

    var isMinor: Bool { self != .name }
}
