/// The values that depend on when a query runs.
package enum SQLClock: String, Sendable {
    case day = "CURRENT_DATE"
    case moment = "CURRENT_TIMESTAMP"
    case time = "CURRENT_TIME"
}
