import CairnTasks

/// How well a place could be found on the network.
public enum AGSLocationStatus: Int, Sendable {
    /// Not at all, or not where its owner said.
    case notLocated = 0
    /// On the nearest road.
    case onClosest = 1
    /// On a road that is not the nearest, which may not be used.
    case onClosestNotRestricted = 2
    /// No way leads there, or none in time.
    case notReached = 3

    init(_ status: Stop.LocationStatus) {
        self =
            switch status {
            case .located: .onClosest
            case .notLocatedOnClosest: .onClosestNotRestricted
            case .notReached, .timeWindowViolation: .notReached
            default: .notLocated
            }
    }
}
