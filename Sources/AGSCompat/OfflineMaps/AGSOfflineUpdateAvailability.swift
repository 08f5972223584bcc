import CairnTasks

/// Whether there is something to bring an offline map up to date with.
public enum AGSOfflineUpdateAvailability: Int, Sendable {
    /// Only a sync finds out: services do not say whether others have edited.
    case indeterminate = -1
    /// There is.
    case available = 0
    /// There is not.
    case none = 1

    init(_ availability: OfflineMapUpdatesInfo.Availability) {
        self =
            switch availability {
            case .available: .available
            case .none: .none
            case .indeterminate: .indeterminate
            }
    }
}
