import CairnGeo

/// One way to complete what was typed. To learn where it is, geocode it.
public struct SuggestResult: Sendable, Hashable, Codable {
    /// The completed text.
    public var label: String
    /// What finds it again exactly; opaque, and valid for a short time only.
    public var magicKey: String
    /// Whether it stands for several places, such as all shops of a chain.
    public var isCollection: Bool

    /// A suggestion.
    public init(label: String, magicKey: String, isCollection: Bool = false) {
        self.label = label
        self.magicKey = magicKey
        self.isCollection = isCollection
    }
}
