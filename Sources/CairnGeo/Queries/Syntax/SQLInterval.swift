/// The units that intervals are counted in: those that are always as long.
package enum SQLInterval: String, Sendable {
    case day = "DAY"
    case hour = "HOUR"
    case minute = "MINUTE"
    case second = "SECOND"

    /// The amounts that are taken: what they make of any unit has room in an `Int`.
    static let range = -9_999_999_999...9_999_999_999

    var milliseconds: Int {
        switch self {
        case .day: 86_400_000
        case .hour: 3_600_000
        case .minute: 60_000
        case .second: 1000
        }
    }
}
