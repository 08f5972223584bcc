import CairnCore

/// A mark that asset types bear, such as `Protective`, by which traces know them.
public struct UtilityCategory: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String

    /// A category.
    public init(name: String) {
        self.name = name
    }

    /// Some write objects, some the names alone.
    init(_ part: AnswerPart) throws {
        name = try part.json.object == nil ? part.filledText() : part.required("name").filledText()
    }
}
