import CairnGeo
public import Foundation

/// One number made of the values of a field.
public final class AGSStatisticDefinition: NSObject {
    /// The field.
    public let onFieldName: String
    /// What is made of its values.
    public let statisticType: AGSStatisticType
    /// The name of the number; nil for one such as `SUM_POP`.
    public let outputAlias: String?

    /// A statistic.
    public init(onFieldName: String, statisticType: AGSStatisticType, outputAlias: String?) {
        (self.onFieldName, self.statisticType, self.outputAlias) = (onFieldName, statisticType, outputAlias)
    }

    var value: Statistic {
        let kind = statisticType.value
        let alias = outputAlias.flatMap { $0.isEmpty ? nil : $0 }
        return Statistic(kind, of: onFieldName, named: alias ?? "\(kind.rawValue.uppercased())_\(onFieldName)")
    }
}
