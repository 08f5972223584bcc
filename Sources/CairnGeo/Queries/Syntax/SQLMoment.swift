import CairnCore
import Foundation

/// A moment of the years 1 to 9999 in UTC, to the millisecond, and its spelling in a GeoPackage.
package struct SQLMoment: Sendable, Hashable {
    /// Since 1970.
    let milliseconds: Int

    static let epoch = SQLMoment(valid: 0)
    private static let span = -62_135_596_800_000..<253_402_300_800_000

    private init(valid milliseconds: Int) { self.milliseconds = milliseconds }

    init?(milliseconds: Int) {
        guard Self.span.contains(milliseconds) else { return nil }
        self.init(valid: milliseconds)
    }

    init?(_ date: Date) {
        guard let milliseconds = Int(rounding: date.timeIntervalSince1970 * 1000) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// So much later; nil if that is beyond the year 9999.
    func advanced(by milliseconds: Int) -> SQLMoment? {
        let (sum, isTooFar) = self.milliseconds.addingReportingOverflow(milliseconds)
        return isTooFar ? nil : SQLMoment(milliseconds: sum)
    }

    /// As DATETIME columns have it: `2020-01-31T12:00:00.000Z`.
    package var column: String { "\(day)T\(time)Z" }

    /// As DATE columns have it: `2020-01-31`.
    var day: String {
        let (year, month, day) = Self.date(days: milliseconds.quotient(86_400_000))
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    }

    /// `12:00:00.000`
    var time: String {
        let rest = milliseconds - milliseconds.quotient(86_400_000) * 86_400_000
        let (minutes, seconds) = (rest / 60_000, rest % 60_000)
        let clock = "\(Self.digits(minutes / 60, 2)):\(Self.digits(minutes % 60, 2)):\(Self.digits(seconds / 1000, 2))"
        return "\(clock).\(Self.digits(seconds % 1000, 3))"
    }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    // Years that begin in March have their odd day last; 400 of them are a cycle of 146,097 days.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let cycle = year.quotient(400)
        let inCycle = year - cycle * 400
        let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return cycle * 146_097 + inCycle * 365 + inCycle / 4 - inCycle / 100 + inYear - 719_468
    }

    private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let cycle = (days + 719_468).quotient(146_097)
        let rest = days + 719_468 - cycle * 146_097
        let inCycle = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
        let inYear = rest - (inCycle * 365 + inCycle / 4 - inCycle / 100)
        let fromMarch = (5 * inYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (cycle * 400 + inCycle + (month < 3 ? 1 : 0), month, inYear - (153 * fromMarch + 2) / 5 + 1)
    }
}

extension Int {
    /// The quotient rounded down, also below zero.
    fileprivate func quotient(_ divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
