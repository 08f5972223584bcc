import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import AGSCompat

@Suite
struct UtilityConditionTests {
    private let phases = AGSUtilityNetworkAttribute(UtilityNetworkAttribute(name: "Phases", dataType: .integer))

    private func value(_ number: Int) -> UtilityTraceConditionalExpression {
        .networkAttribute(
            UtilityNetworkAttributeComparison(
                networkAttributeName: "Phases", comparisonOperator: .equal, operand: .value(.integer(number))))
    }

    private func legacy(_ condition: UtilityTraceConditionalExpression) -> AGSUtilityTraceConditionalExpression? {
        .make(condition, UtilityNetworkDefinition())
    }

    /// As samples show it.
    private func words(_ expression: AGSUtilityTraceConditionalExpression?) -> String {
        switch expression {
        case let one as AGSUtilityNetworkAttributeComparison:
            "\(one.networkAttribute.name) \(one.comparisonOperator) \(one.otherNetworkAttribute?.name ?? one.value ?? "")"
        case let one as AGSUtilityCategoryComparison: "\(one.category.name) \(one.comparisonOperator)"
        case let one as AGSUtilityTraceAndCondition: "(\(words(one.leftExpression)) and \(words(one.rightExpression)))"
        case let one as AGSUtilityTraceOrCondition: "(\(words(one.leftExpression)) or \(words(one.rightExpression)))"
        default: "nothing"
        }
    }

    @Test func `lists of conditions are pairs to old callers, and the same lists again`() {
        let list = UtilityTraceConditionalExpression.or([value(1), .and([value(2), value(3)]), value(4)])
        #expect(words(legacy(list)) == "((Phases equal 1 or (Phases equal 2 and Phases equal 3)) or Phases equal 4)")
        #expect(legacy(list)?.condition == list)
        #expect(words(legacy(.and([value(1)]))) == "Phases equal 1")
    }

    @Test func `a long list is not deep`() {
        let list = UtilityTraceConditionalExpression.and((0..<100_000).map(value))
        let expression = legacy(list)
        #expect(expression?.condition == list)
        var (depth, current) = (0, expression)
        while let pair = current as? AGSUtilityTraceAndCondition { (depth, current) = (depth + 1, pair.leftExpression) }
        #expect(depth == 17)
    }

    @Test func `a condition of no parts is none`() {
        #expect(legacy(.and([])) == nil && legacy(.or([.and([]), .or([])])) == nil)
        #expect(words(legacy(.or([.and([]), value(1)]))) == "Phases equal 1")
    }

    @Test func `comparisons take numbers, texts and Booleans, and other attributes`() {
        let load = AGSUtilityNetworkAttribute(UtilityNetworkAttribute(name: "Load", dataType: .double))
        let values: [(Any, AttributeValue)] = [
            (Int16(7), .integer(7)), (7, .integer(7)), (2.5, .double(2.5)), (Float(0.5), .double(0.5)), (true, .integer(1)),
            ("A", .string("A")), (NSNumber(value: 3), .integer(3)),
        ]
        for (given, value) in values {
            let one = AGSUtilityNetworkAttributeComparison(networkAttribute: phases, comparisonOperator: .lessThan, value: given)
            guard case .networkAttribute(let comparison) = one?.condition else {
                Issue.record("\(given) is refused")
                continue
            }
            #expect(comparison.operand == .value(value) && comparison.comparisonOperator == .lessThan)
        }
        let two = AGSUtilityNetworkAttributeComparison(
            networkAttribute: phases, comparisonOperator: .notEqual, otherNetworkAttribute: load)
        #expect(words(two) == "Phases notEqual Load" && two?.value == nil)
        for (way, given) in [(.equal, [1]), (.unknown, 1), (.equal, NSNull())] as [(AGSUtilityAttributeComparisonOperator, Any)] {
            #expect(AGSUtilityNetworkAttributeComparison(networkAttribute: phases, comparisonOperator: way, value: given) == nil)
        }
        #expect(
            AGSUtilityNetworkAttributeComparison(
                networkAttribute: phases, comparisonOperator: .unknown, otherNetworkAttribute: load) == nil)
    }

    @Test func `what no service can be asked to compare with is refused`() {
        let values: [Any] = [Double.nan, Double.infinity, -Float.infinity, NSNumber(value: Double.nan), Date(), UUID()]
        for value in values {
            let one = AGSUtilityNetworkAttributeComparison(networkAttribute: phases, comparisonOperator: .equal, value: value)
            #expect(one == nil, "\(value)")
        }
    }

    @Test func `what has no name in the old API is unknown, and is sent as it came`() {
        let new = UtilityAttributeComparisonOperator(rawValue: "sounds like")
        let condition = UtilityTraceConditionalExpression.networkAttribute(
            UtilityNetworkAttributeComparison(
                networkAttributeName: "Name", comparisonOperator: new, operand: .networkAttribute("Alias")))
        let shown = legacy(condition) as? AGSUtilityNetworkAttributeComparison
        #expect(shown?.comparisonOperator == .unknown && shown?.condition == condition)
        #expect(shown?.networkAttribute.dataType == .unknown && shown?.otherNetworkAttribute?.name == "Alias")
        #expect(AGSUtilityTraceType(.circuit) == .unknown && AGSUtilityTraceType.unknown.value.rawValue == "unknown")
        #expect(AGSUtilityNetworkSourceUsageType(UtilityNetworkSourceUsageType(rawValue: "new")) == .unknown)
    }

    @Test func `what both worlds have goes there and back`() {
        for way in AGSUtilityAttributeComparisonOperator.allCases where way != .unknown {
            #expect(way.value.map(AGSUtilityAttributeComparisonOperator.init) == way)
        }
        for type in AGSUtilityTraceType.allCases { #expect(AGSUtilityTraceType(type.value) == type) }
        for type in AGSUtilityTraceFunctionType.allCases { #expect(AGSUtilityTraceFunctionType(type.value) == type) }
        for type in UtilityTraceResultType.allCases {
            #expect(AGSUtilityTraceResultType(boxed: .ags_value(with: AGSUtilityTraceResultType(type)))?.value == type)
        }
        for scope in [UtilityTraversabilityScope.junctions, .edges, .junctionsAndEdges] {
            #expect(AGSUtilityTraversabilityScope(scope).value == scope)
        }
        #expect(AGSUtilityAssociationType(.connectivityToSide).values == [.connectivityToSide])
        #expect(AGSUtilityAssociationType.unknown.values.isEmpty)
    }
}
