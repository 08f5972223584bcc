import CairnTasks

/// Which way edits go when a geodatabase is brought in step with its service.
public enum AGSSyncDirection: Int, Sendable {
    /// None do.
    case none = 0
    /// From the service.
    case download = 1
    /// To the service.
    case upload = 2
    /// To the service, and from it.
    case bidirectional = 3

    init(_ direction: SyncDirection) {
        self =
            switch direction {
            case .none: .none
            case .download: .download
            case .upload: .upload
            case .bidirectional: .bidirectional
            }
    }

    var value: SyncDirection {
        switch self {
        case .none: .none
        case .download: .download
        case .upload: .upload
        case .bidirectional: .bidirectional
        }
    }
}
