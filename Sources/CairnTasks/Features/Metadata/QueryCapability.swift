/// Something that queries of a layer can do, an open set: what a newer server adds is kept as it is.
///
/// The names are those of the members of `advancedQueryCapabilities`.
public struct QueryCapability: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `supportsPagination`.
    public let rawValue: String

    /// The capability of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Answers are given page by page.
    public static let pagination = QueryCapability(rawValue: "supportsPagination")
    /// Features come in the order that is asked for.
    public static let orderBy = QueryCapability(rawValue: "supportsOrderBy")
    /// Statistics are made.
    public static let statistics = QueryCapability(rawValue: "supportsStatistics")
    /// Rows of statistics are given page by page.
    public static let statisticsPagination = QueryCapability(rawValue: "supportsPaginationOnAggregatedQueries")
    /// Each combination of values is given once.
    public static let distinct = QueryCapability(rawValue: "supportsDistinct")
    /// Those combinations are counted.
    public static let countDistinct = QueryCapability(rawValue: "supportsCountDistinct")
    /// The rectangle around features is given.
    public static let extent = QueryCapability(rawValue: "supportsReturningQueryExtent")
    /// Attachments of many features are listed at once.
    public static let attachments = QueryCapability(rawValue: "supportsQueryAttachments")
    /// Related features are given page by page.
    public static let relatedPagination = QueryCapability(rawValue: "supportsQueryRelatedPagination")
}
