/// Whether a network can tell directions.
public enum AGSNetworkDirectionsSupport: Int, Sendable {
    /// Nobody knows.
    case unknown = -1
    /// It cannot.
    case unsupported = 0
    /// It can.
    case supported = 1
}
