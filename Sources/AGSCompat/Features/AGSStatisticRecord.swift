import CairnGeo
public import Foundation

/// The statistics of one group.
public final class AGSStatisticRecord: NSObject {
    /// The values that make the group, by the fields.
    public let group: [String: Any]
    /// The numbers, by their names.
    public let statistics: [String: Any]

    init(_ row: Attributes, groupedBy fields: [String]) {
        let values = row.map { ($0.name, LegacyAttributes.value($0.value, nil)) }
        func part(_ isGroup: Bool) -> [String: Any] {
            Dictionary(values.filter { fields.contains($0.0) == isGroup }) { first, _ in first }
        }
        (group, statistics) = (part(true), part(false))
    }
}
