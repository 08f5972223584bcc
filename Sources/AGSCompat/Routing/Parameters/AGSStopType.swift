import CairnTasks

/// What happens at a stop.
public enum AGSStopType: UInt, Sendable {
    /// One gets out.
    case stop = 0
    /// One passes.
    case waypoint = 1
    /// One rests.
    case restBreak = 2

    init(_ kind: Stop.Kind) {
        self =
            switch kind {
            case .stop: .stop
            case .waypoint: .waypoint
            case .restBreak: .restBreak
            }
    }

    var value: Stop.Kind {
        switch self {
        case .stop: .stop
        case .waypoint: .waypoint
        case .restBreak: .restBreak
        }
    }
}
