/// The part of a moment that `EXTRACT` takes.
package enum SQLMomentPart: String, Sendable, CaseIterable {
    case year = "YEAR"
    case month = "MONTH"
    case day = "DAY"
    case hour = "HOUR"
    case minute = "MINUTE"
    case second = "SECOND"
}
