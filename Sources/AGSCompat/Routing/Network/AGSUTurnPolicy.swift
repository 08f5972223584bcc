import CairnTasks

/// Where one may turn round and go back by the road by which one has come.
public enum AGSUTurnPolicy: Int, Sendable {
    /// Nowhere.
    case notAllowed = 0
    /// Where a road ends.
    case allowedAtDeadEnds = 1
    /// Where roads meet. Services know no such policy: it is the next one.
    case allowedAtIntersections = 2
    /// Where a road ends, and where roads meet.
    case allowedAtDeadEndsAndIntersections = 3

    init(_ policy: UTurnPolicy) {
        self =
            switch policy {
            case .notAllowed: .notAllowed
            case .allowedAtDeadEnds: .allowedAtDeadEnds
            case .allowedAtDeadEndsAndIntersections, .allowedEverywhere: .allowedAtDeadEndsAndIntersections
            }
    }

    var value: UTurnPolicy {
        switch self {
        case .notAllowed: .notAllowed
        case .allowedAtDeadEnds: .allowedAtDeadEnds
        case .allowedAtIntersections, .allowedAtDeadEndsAndIntersections: .allowedAtDeadEndsAndIntersections
        }
    }
}
