import CairnCore

/// What tells an asset type from all others of its network: the numbers of its source, of its group and of its own.
public struct UtilityAssetTypeKey: Sendable, Hashable, Codable {
    /// The number of the network source.
    public var networkSourceID: Int
    /// The number of the asset group within it.
    public var assetGroupCode: Int
    /// The number of the asset type within that.
    public var assetTypeCode: Int

    /// A key.
    public init(networkSourceID: Int, assetGroupCode: Int, assetTypeCode: Int) {
        self.networkSourceID = networkSourceID
        (self.assetGroupCode, self.assetTypeCode) = (assetGroupCode, assetTypeCode)
    }

    init(_ part: AnswerPart) throws {
        networkSourceID = try part.required("networkSourceId").wholeNumber()
        assetGroupCode = try part.required("assetGroupCode").wholeNumber()
        assetTypeCode = try part.required("assetTypeCode").wholeNumber()
    }

    var esriJSON: JSONValue {
        [
            "networkSourceId": .integer(networkSourceID), "assetGroupCode": .integer(assetGroupCode),
            "assetTypeCode": .integer(assetTypeCode),
        ]
    }
}
