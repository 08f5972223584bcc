/// How much of each feature a query gives.
public enum AGSQueryFeatureFields: Int, Sendable {
    /// The object id; the rest comes when the feature is loaded.
    case idsOnly = 0
    /// What is needed to draw it. Here that is all.
    case minimum = 1
    /// All.
    case loadAll = 2
}
