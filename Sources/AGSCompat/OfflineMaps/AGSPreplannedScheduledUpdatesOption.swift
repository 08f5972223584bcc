import CairnTasks

/// Whether what an area's portal has packaged anew is fetched.
public enum AGSPreplannedScheduledUpdatesOption: Int, Sendable {
    /// It is not.
    case noUpdates = 0
    /// All of it is.
    case downloadAllUpdates = 1

    init(_ value: PreplannedScheduledUpdatesOption) {
        self =
            switch value {
            case .noUpdates: .noUpdates
            case .downloadAllUpdates: .downloadAllUpdates
            }
    }

    var value: PreplannedScheduledUpdatesOption {
        switch self {
        case .noUpdates: .noUpdates
        case .downloadAllUpdates: .downloadAllUpdates
        }
    }
}
