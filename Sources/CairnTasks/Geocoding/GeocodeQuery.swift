/// What to look for.
public enum GeocodeQuery: Sendable, Hashable {
    /// A whole address, or a name, in one line.
    case singleLine(String)
    /// An address in its components, by the names of the locator's address fields.
    case fields([String: String])
    /// What a suggestion stands for.
    case suggestion(SuggestResult)
}
