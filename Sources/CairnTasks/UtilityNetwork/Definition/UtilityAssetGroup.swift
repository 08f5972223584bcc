/// A group of kinds of things within a network source, such as transformers.
public struct UtilityAssetGroup: Sendable, Hashable, Codable {
    /// Its number in its source.
    public var code: Int
    /// Its name.
    public var name: String
    /// The kinds.
    public var assetTypes: [UtilityAssetType]

    /// A group.
    public init(code: Int, name: String, assetTypes: [UtilityAssetType] = []) {
        (self.code, self.name, self.assetTypes) = (code, name, assetTypes)
    }

    /// The asset type of that name; nil if there is none.
    public func assetType(named name: String) -> UtilityAssetType? { assetTypes.first { $0.name == name } }

    init(_ part: AnswerPart, of source: Int, _ terminals: [Int: UtilityTerminalConfiguration]) throws {
        let code = try part.required("assetGroupCode").wholeNumber()
        self.init(
            code: code, name: try part.words("assetGroupName") ?? "\(code)",
            assetTypes: try part.optional("assetTypes")?.list().map {
                try UtilityAssetType($0, of: code, source, terminals)
            } ?? [])
    }
}
