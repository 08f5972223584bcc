import CairnCore

/// The nearest of what a trace finds.
public struct UtilityTraceNearestNeighbor: Sendable, Hashable, Codable {
    /// How many.
    public var count: Int
    /// The name of the network attribute that says how far things are.
    public var costNetworkAttributeName: String
    /// The names of the categories that count.
    public var categoryNames: [String]
    /// The asset types that count.
    public var assetTypes: [UtilityAssetTypeKey]

    /// The nearest.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - costNetworkAttributeName: The name of the network attribute that says how far things are.
    ///   - categoryNames: The names of the categories that count.
    ///   - assetTypes: The asset types that count.
    public init(
        count: Int, costNetworkAttributeName: String, categoryNames: [String] = [], assetTypes: [UtilityAssetTypeKey] = []
    ) {
        (self.count, self.costNetworkAttributeName) = (count, costNetworkAttributeName)
        (self.categoryNames, self.assetTypes) = (categoryNames, assetTypes)
    }

    /// - Returns: nil for a count that says that all are wanted.
    init?(_ part: AnswerPart) throws {
        guard let count = try part.optional("count")?.wholeNumber(), count > 0 else { return nil }
        self.init(
            count: count, costNetworkAttributeName: try part.words("costNetworkAttributeName") ?? "",
            categoryNames: try part.optional("nearestCategories")?.list().map { try $0.text() } ?? [],
            assetTypes: try part.optional("nearestAssets")?.list().map(UtilityAssetTypeKey.init) ?? [])
    }

    var esriJSON: JSONValue {
        [
            "count": .integer(count), "costNetworkAttributeName": .string(costNetworkAttributeName),
            "nearestCategories": .array(categoryNames.map(JSONValue.string)),
            "nearestAssets": .array(assetTypes.map(\.esriJSON)),
        ]
    }

    /// How it is written that all are wanted.
    static let all: JSONValue = [
        "count": -1, "costNetworkAttributeName": "", "nearestCategories": [], "nearestAssets": [],
    ]
}
