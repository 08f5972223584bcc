import CairnTasks

/// On which side of the vehicle a place shall be when it is reached, or was.
public enum AGSCurbApproach: Int, Sendable {
    /// On any.
    case eitherSide = 0
    /// On the left.
    case leftSide = 1
    /// On the right.
    case rightSide = 2
    /// On any, and one goes on without turning round.
    case noUTurn = 3
    /// Nobody knows.
    case unknown = 4

    init(_ approach: CurbApproach) {
        self =
            switch approach {
            case .eitherSide: .eitherSide
            case .leftSide: .leftSide
            case .rightSide: .rightSide
            case .noUTurn: .noUTurn
            }
    }

    /// Nil if nobody knows.
    var value: CurbApproach? {
        switch self {
        case .eitherSide: .eitherSide
        case .leftSide: .leftSide
        case .rightSide: .rightSide
        case .noUTurn: .noUTurn
        case .unknown: nil
        }
    }
}
