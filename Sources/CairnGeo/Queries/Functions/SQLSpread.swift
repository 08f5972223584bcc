import CairnCore
import Foundation

/// The sum, the mean and the squared distances from it, one number at a time: Welford's way, which subtracts no great sums.
struct SQLSpread {
    private var count = 0
    private var mean = 0.0
    private var squares = 0.0
    /// Whole as long as all are and it has room.
    private var wholeSum: Int? = 0
    private var sum = 0.0
    /// What adding to `sum` has lost so far.
    private var lost = 0.0

    mutating func add(_ value: AttributeValue) {
        if case .null = value { return }
        add(value.sqlNumber)
        guard case .integer(let whole) = value, let before = wholeSum else {
            wholeSum = nil
            return
        }
        let (after, isBeyond) = before.addingReportingOverflow(whole)
        wholeSum = isBeyond ? nil : after
    }

    private mutating func add(_ value: Double) {
        count += 1
        let distance = value - mean
        mean += distance / Double(count)
        squares += distance * (value - mean)
        let next = sum + value
        lost += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
        sum = next
    }

    /// Null of no numbers.
    var total: AttributeValue {
        if count == 0 { return .null }
        if let wholeSum { return .integer(wholeSum) }
        return .double(lost.isFinite ? sum + lost : sum)
    }

    /// Of a sample: null of fewer than two numbers.
    var variance: AttributeValue { count < 2 ? .null : .double(squares / Double(count - 1)) }

    var deviation: AttributeValue { count < 2 ? .null : .double((squares / Double(count - 1)).squareRoot()) }
}
