/// What a place is to a question that is asked of a network.
public enum PlaceRole: String, Sendable, Hashable, CaseIterable {
    /// What is looked for, or around what areas are.
    case facility
    /// From where it is looked for.
    case incident
    /// Where one sets out.
    case origin
    /// Where one gets to.
    case destination

    /// The name of several.
    var plural: String { self == .facility ? "facilities" : "\(rawValue)s" }
}
