/// What a barrier does.
public enum AGSBarrierType: Int, Sendable {
    /// Nobody comes past.
    case restriction = 0
    /// Who passes pays. A line or an area without a factor costs as if it were not there, and is not among the barriers of a result.
    case costAdjustment = 1
}
