/// What becomes of layers that cannot be taken offline by what they are, such as maps that are drawn when they are asked for.
public enum OnlineOnlyServicesOption: String, Sendable, Hashable, Codable, CaseIterable {
    /// They are left out.
    case exclude
    /// They stay in the map, and need a network.
    case include
    /// What whoever made the map has said of it (`applicationProperties.offline`); left out, if he has said nothing.
    case useAuthoredSettings
}
