import CairnTasks

/// Which way files that are attached to features go.
public enum AGSAttachmentSyncDirection: Int, Sendable {
    /// None do.
    case none = 0
    /// To the service.
    case upload = 1
    /// To the service, and from it.
    case bidirectional = 2

    init(_ direction: SyncDirection) {
        self =
            switch direction {
            case .none, .download: .none
            case .upload: .upload
            case .bidirectional: .bidirectional
            }
    }

    var value: SyncDirection {
        switch self {
        case .none: .none
        case .upload: .upload
        case .bidirectional: .bidirectional
        }
    }
}
