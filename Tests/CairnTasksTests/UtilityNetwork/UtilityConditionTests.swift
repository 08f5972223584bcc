import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Conditions, which services take as lists without brackets.
@Suite(.timeLimit(.minutes(5)))
struct UtilityConditionTests {
    /// A condition by chance on the attributes a, b, c and d, each of which is met or not.
    private func condition(_ depth: Int, using random: inout SeededGenerator) -> UtilityTraceConditionalExpression {
        let kind = depth == 0 ? 0 : Int.random(in: 0..<4, using: &random)
        guard kind > 1 else {
            let name = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
            if kind == 1 { return .category(UtilityCategoryComparison(categoryName: name, comparisonOperator: .exists)) }
            return .networkAttribute(
                UtilityNetworkAttributeComparison(networkAttributeName: name, comparisonOperator: .equal, operand: .value(1)))
        }
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in condition(depth - 1, using: &random) }
        return kind == 2 ? .and(parts) : .or(parts)
    }

    private func isMet(_ condition: UtilityTraceConditionalExpression, _ truths: [String: Bool]) -> Bool {
        switch condition {
        case .networkAttribute(let comparison): truths[comparison.networkAttributeName] ?? false
        case .category(let comparison): truths[comparison.categoryName.uppercased()] ?? false
        case .and(let parts): parts.allSatisfy { isMet($0, truths) }
        case .or(let parts): parts.contains { isMet($0, truths) }
        }
    }

    private func read(_ rows: JSONValue) throws -> UtilityTraceConditionalExpression? {
        try UtilityTraceConditionalExpression(AnswerPart(rows, of: UtilitySite.url))
    }

    @Test func `any condition means the same after it was written and read`() throws {
        var tooLong = 0
        for seed in 1...1000 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let condition = condition(4, using: &random)
            let rows: JSONValue
            do { rows = try condition.rows() } catch {
                tooLong += 1
                #expect(error == .conditionTooLong(limit: 1000))
                continue
            }
            let again = try #require(try read(rows))
            for bits in 0..<256 {
                let names = ["a", "b", "c", "d", "A", "B", "C", "D"]
                let truths = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, bits >> $0 & 1 == 1) })
                #expect(isMet(condition, truths) == isMet(again, truths), "\(seed): \(rows.text())")
            }
            #expect(try again.rows() == rows, "\(seed)")
        }
        #expect(tooLong < 100)
    }

    @Test func `rows say with the one before how the next goes on`() throws {
        let parts = ["a", "b", "c"].map {
            UtilityTraceConditionalExpression.networkAttribute(
                UtilityNetworkAttributeComparison(
                    networkAttributeName: $0, comparisonOperator: .lessThan, operand: .networkAttribute("x")))
        }
        let rows = try UtilityTraceConditionalExpression.or([.and([parts[0], parts[1]]), parts[2]]).rows()
        #expect(rows.array?.map { $0["combineUsingOr"]?.bool } == [false, true, false])
        #expect(rows[0]?["isSpecificValue"] == false && rows[0]?["value"] == "x")
        #expect(try read([]) == nil && read(rows) == .or([.and([parts[0], parts[1]]), parts[2]]))
    }

    @Test func `what would be too long, nests too deep, or has no parts, is refused`() throws {
        let one = UtilityTraceConditionalExpression.category(
            UtilityCategoryComparison(categoryName: "a", comparisonOperator: .doesNotExist))
        let wide = UtilityTraceConditionalExpression.and(Array(repeating: .or([one, one, one]), count: 30))
        #expect(throws: UtilityNetworkError.conditionTooLong(limit: 1000)) { try wide.rows() }
        #expect(throws: UtilityNetworkError.conditionTooLong(limit: 1000)) {
            try UtilityTraceConditionalExpression.or(Array(repeating: one, count: 1001)).rows()
        }
        let deep = (0..<500).reduce(one) { condition, _ in .or([condition]) }
        #expect(throws: UtilityNetworkError.conditionTooLong(limit: 1000)) { try deep.rows() }
        for empty in [UtilityTraceConditionalExpression.or([]), .and([]), .or([one, .and([])])] {
            #expect(throws: UtilityNetworkError.emptyCondition) { try empty.rows() }
        }
        #expect(try UtilityTraceConditionalExpression.or(Array(repeating: one, count: 1000)).rows().array?.count == 1000)
    }

    @Test func `a hundred thousand rows of a server are read, and let go`() throws {
        let row: JSONValue = ["name": "a", "type": "networkAttribute", "operator": "equal", "value": 1, "combineUsingOr": true]
        let condition = try read(.array(Array(repeating: row, count: 100_000)))
        guard case .or(let parts)? = condition else {
            Issue.record("no list of alternatives")
            return
        }
        #expect(parts.count == 100_000)
    }
}
