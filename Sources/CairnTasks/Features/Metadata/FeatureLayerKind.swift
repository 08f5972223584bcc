/// What a layer of a feature service is, an open set: what a newer server adds is kept as it is.
public struct FeatureLayerKind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `Feature Layer`.
    public let rawValue: String

    /// The kind of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Features with places.
    public static let featureLayer = FeatureLayerKind(rawValue: "Feature Layer")
    /// Rows without.
    public static let table = FeatureLayerKind(rawValue: "Table")
    /// Other layers together.
    public static let groupLayer = FeatureLayerKind(rawValue: "Group Layer")
}
