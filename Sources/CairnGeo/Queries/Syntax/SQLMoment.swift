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
    package var column: String { text(0..<24) }

    /// As DATE columns have it: `2020-01-31`.
    var day: String { text(0..<10) }

    /// `12:00:00.000`
    var time: String { text(11..<23) }

    /// A part of the spelling as a column has it.
    private func text(_ part: Range<Int>) -> String {
        String(unsafeUninitializedCapacity: 24) { buffer in
            write(into: buffer)
            if part.lowerBound > 0 { for (place, byte) in buffer[part].enumerated() { buffer[place] = byte } }
            return part.count
        }
    }

    private static let template = Array("0000-00-00T00:00:00.000Z".utf8)

    private func write(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        let days = milliseconds.quotient(86_400_000)
        let rest = milliseconds - days * 86_400_000
        let (year, month, day) = Self.date(days: days)
        let (minutes, seconds) = (rest / 60_000, rest % 60_000)
        for place in Self.template.indices { buffer[place] = Self.template[place] }
        func digits(_ value: Int, endingAt end: Int) {
            var (value, place) = (value, end)
            while value > 0 {
                buffer[place] += UInt8(truncatingIfNeeded: value % 10)
                (value, place) = (value / 10, place - 1)
            }
        }
        digits(year, endingAt: 3)
        digits(month, endingAt: 6)
        digits(day, endingAt: 9)
        digits(minutes / 60, endingAt: 12)
        digits(minutes % 60, endingAt: 15)
        digits(seconds / 1000, endingAt: 18)
        digits(seconds % 1000, endingAt: 22)
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
