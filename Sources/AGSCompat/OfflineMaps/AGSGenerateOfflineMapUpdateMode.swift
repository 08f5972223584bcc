import CairnTasks

/// Whether the features of an offline map can be brought up to date.
public enum AGSGenerateOfflineMapUpdateMode: Int, Sendable {
    /// Edits go to the services, and those of others come.
    case syncWithFeatureServices = 0
    /// They stay as they are, and the services know of no copy.
    case noUpdates = 1

    init(_ value: GenerateOfflineMapUpdateMode) {
        self =
            switch value {
            case .syncWithFeatureServices: .syncWithFeatureServices
            case .noUpdates: .noUpdates
            }
    }

    var value: GenerateOfflineMapUpdateMode {
        switch self {
        case .syncWithFeatureServices: .syncWithFeatureServices
        case .noUpdates: .noUpdates
        }
    }
}
