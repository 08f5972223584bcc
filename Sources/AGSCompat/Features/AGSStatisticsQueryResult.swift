import CairnGeo
public import Foundation

/// The statistics that a query has found, a record for each group.
public final class AGSStatisticsQueryResult: NSObject {
    private let records: [AGSStatisticRecord]

    init(_ rows: [Attributes], groupedBy fields: [String]) {
        records = rows.map { AGSStatisticRecord($0, groupedBy: fields) }
    }

    /// Goes through the records.
    public func statisticRecordEnumerator() -> AGSStatisticRecordEnumerator { AGSStatisticRecordEnumerator(records) }
}
