import CairnCore
import CairnGeo

/// What a request asks of a layer.
struct FeatureQuery: Sendable {
    /// What is answered.
    enum Subject: Sendable {
        case features
        case objectIDs
        case count
        /// The rectangle around the features, and perhaps their number.
        case extent(withCount: Bool)
        case statistics(StatisticsQuery)
        /// How many rows of statistics there are.
        case statisticsCount(StatisticsQuery)
    }

    var subject = Subject.features
    /// Which features; `maxFeatures` is what was asked for.
    var parameters = QueryParameters()
    /// How many decimals coordinates are rounded to; nil for all.
    var precision: Int?
    /// How far shapes may be off, in the units of the answer; nil for not at all.
    var maxDeviation: Double?
    /// The grid whose whole numbers coordinates are to be; nil for coordinates themselves.
    var grid: Quantization?
    var returnsZ = false
    var returnsM = false
    /// The most features that are given.
    var limit = 0

    /// The most features of an answer of a kind, which `resultType` names.
    static func limit(_ maxRecordCount: Int, _ resultType: String) -> Int {
        let factor = ["standard": 16, "tile": 4][resultType] ?? 1
        return maxRecordCount.multipliedReportingOverflow(by: factor).overflow ? .max / 2 : maxRecordCount * factor
    }
}
