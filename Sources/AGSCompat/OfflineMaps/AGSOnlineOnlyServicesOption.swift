import CairnTasks

/// What becomes of layers that cannot be taken offline by what they are.
public enum AGSOnlineOnlyServicesOption: Int, Sendable {
    /// They are left out.
    case exclude = 0
    /// They stay in the map, and need a network.
    case include = 1
    /// What whoever made the map has said of it; left out, if he has said nothing.
    case useAuthoredSettings = 2

    init(_ value: OnlineOnlyServicesOption) {
        self =
            switch value {
            case .exclude: .exclude
            case .include: .include
            case .useAuthoredSettings: .useAuthoredSettings
            }
    }

    var value: OnlineOnlyServicesOption {
        switch self {
        case .exclude: .exclude
        case .include: .include
        case .useAuthoredSettings: .useAuthoredSettings
        }
    }
}
