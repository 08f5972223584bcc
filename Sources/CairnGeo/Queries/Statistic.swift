public import CairnCore

/// One number made of the values of a field: a count, a sum, a deviation.
///
/// ```swift
/// let total = Statistic(.sum, of: "POP", named: "total")
/// ```
public struct Statistic: Sendable, Hashable {
    /// What is made of the values; nulls are left out of all.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// How many there are.
        case count
        /// The sum: whole as long as all are and it has room.
        case sum
        /// The least.
        case min
        /// The greatest.
        case max
        /// The mean.
        case avg
        /// The deviation of a sample: null of fewer than two.
        case stddev
        /// The variance of a sample: null of fewer than two.
        case `var`
    }

    /// What is made of the values.
    public let kind: Kind
    /// The field.
    public let field: String
    /// The attribute it is given as.
    public let name: String

    /// A statistic; without a name it is called as ArcGIS calls it, `sum_POP`.
    public init(_ kind: Kind, of field: String, named name: String? = nil) {
        self.kind = kind
        self.field = field
        self.name = name ?? "\(kind.rawValue)_\(field)"
    }

    /// Reads the statistics that clients send as `outStatistics`.
    ///
    /// - Throws: ``WhereClauseError`` for a type there is not, a field without a name, two of one name, or more than 100.
    public static func list(esriJSON json: JSONValue) throws(WhereClauseError) -> [Statistic] {
        guard let elements = json.array, !elements.isEmpty else {
            throw WhereClauseError(.syntax, "outStatistics is a list, as in \(example)")
        }
        guard elements.count <= 100 else { throw WhereClauseError(.tooLarge, "there are more than 100 statistics") }
        var statistics: [Statistic] = []
        var names: Set<String> = []
        for element in elements {
            let statistic = try Statistic(esriJSON: element)
            guard names.insert(statistic.name.lowercased()).inserted else {
                throw WhereClauseError(.syntax, "two statistics are named \(statistic.name.printable(upTo: 40)); rename one")
            }
            statistics.append(statistic)
        }
        return statistics
    }

    private static let example = #"[{"statisticType": "sum", "onStatisticField": "POP", "outStatisticFieldName": "total"}]"#

    private init(esriJSON json: JSONValue) throws(WhereClauseError) {
        guard let type = json["statisticType"]?.string else {
            throw WhereClauseError(.syntax, "a statistic has no statisticType; write \(Self.example)")
        }
        guard let kind = Kind(rawValue: type.lowercased()) else {
            let list = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw WhereClauseError(.refused, "there is no statistic \(type.printable(upTo: 40)); there are \(list)")
        }
        guard let field = json["onStatisticField"]?.string, !field.isEmpty else {
            throw WhereClauseError(.syntax, "a statistic has no onStatisticField; write \(Self.example)")
        }
        let name = json["outStatisticFieldName"]?.string
        self.init(kind, of: field, named: name?.isEmpty == true ? nil : name)
    }
}

extension Statistic.Kind {
    /// What SQLite calls it.
    var function: String {
        switch self {
        case .count, .min, .max, .avg: rawValue
        case .sum: SQLAggregate.sum.rawValue
        case .stddev: SQLAggregate.deviation.rawValue
        case .var: SQLAggregate.variance.rawValue
        }
    }

    func takes(_ kind: SQLKind) -> Bool {
        switch self {
        case .count: kind != .binary
        case .min, .max: kind != .binary
        case .sum, .avg, .stddev, .var: kind == .number || kind == .any
        }
    }
}
