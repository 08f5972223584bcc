import CairnTasks

/// Whether, and how, a packaged area can be brought up to date.
public enum AGSPreplannedUpdateMode: Int, Sendable {
    /// It stays as it is.
    case noUpdates = 0
    /// Edits go to the services, and those of others come.
    case syncWithFeatureServices = 1
    /// What the portal packages anew is fetched; nothing is sent.
    case downloadScheduledUpdates = 2

    init(_ value: PreplannedUpdateMode) {
        self =
            switch value {
            case .noUpdates: .noUpdates
            case .syncWithFeatureServices: .syncWithFeatureServices
            case .downloadScheduledUpdates: .downloadScheduledUpdates
            }
    }

    var value: PreplannedUpdateMode {
        switch self {
        case .noUpdates: .noUpdates
        case .syncWithFeatureServices: .syncWithFeatureServices
        case .downloadScheduledUpdates: .downloadScheduledUpdates
        }
    }
}
