// Names of utility networks that old code is known to use and no sample here does, as it uses them. It is compiled, and not run.
import AGSCompat
import Foundation

private let comparisonOperators: KeyValuePairs<AGSUtilityAttributeComparisonOperator, String> = [
    .equal: "Equal", .notEqual: "NotEqual", .greaterThan: "GreaterThan", .greaterThanEqual: "GreaterThanEqual",
    .lessThan: "LessThan", .lessThanEqual: "LessThanEqual", .includesTheValues: "IncludesTheValues",
    .doesNotIncludeTheValues: "DoesNotIncludeTheValues", .includesAny: "IncludesAny", .doesNotIncludeAny: "DoesNotIncludeAny",
]
private let categoryOperators: [AGSUtilityCategoryComparisonOperator: String] = [.exists: "exists", .doesNotExist: "does not"]
private let chain = AGSUtilityTraceOrCondition.init

private func join(_ expressions: [AGSUtilityTraceConditionalExpression]) -> AGSUtilityTraceConditionalExpression? {
    guard let first = expressions.first else { return nil }
    return expressions.dropFirst().reduce(first) { chain($0, $1) }
}

private func value(_ text: String, _ attribute: AGSUtilityNetworkAttribute) -> Any {
    switch attribute.dataType as AGSUtilityNetworkAttributeDataType {
    case .integer: Int32(text) ?? 0
    case .float: Float(text) ?? 0
    case .double: Double(text) ?? 0
    case .boolean: Bool(text) ?? false
    default: attribute.isSystemDefined
    }
}

private func network(_ url: URL, _ map: AGSMap, _ feature: AGSArcGISFeature, _ extent: AGSEnvelope) {
    let network = AGSUtilityNetwork(url: url, map: map)
    let terminal: AGSUtilityTerminal? = nil
    guard let source = network.definition.networkSource(withName: "Electric Device"),
        let element = network.createElement(with: feature, terminal: terminal)
    else { return }
    switch source.sourceType {
    case .junction: element.terminal = element.assetType.terminalConfiguration?.terminals.first
    case .edge: element.fractionAlongEdge = 0.5
    }
    let lines = network.definition.networkSources.filter { $0.sourceUsageType != .subnetLine }
    print(lines, source.assetGroups.map { $0.code }, element.objectID)
    network.associations(withExtent: extent) { (associations: [AGSUtilityAssociation]?, error: Error?) in
        for association in associations ?? [] where association.associationType == .connectivity {
            print(association.fromElement.networkSource, association.toElement, association.geometry as Any)
        }
    }
    let category: AGSUtilityCategory? = network.definition.categories.first
    print(category?.name as Any, join([]) as Any, comparisonOperators.count + categoryOperators.count)
}
