/// What a barrier does.
public enum AGSBarrierType: Int, Sendable {
    /// Nobody comes past.
    case restriction = 0
    /// Who passes pays.
    case costAdjustment = 1
}
