import CairnTasks

/// What distances are told in.
public enum AGSUnitSystem: Int, Sendable {
    /// Nobody knows.
    case unknown = -1
    /// Miles and feet.
    case imperial = 0
    /// Kilometres and metres.
    case metric = 1

    init(_ system: UnitSystem) {
        self = system == .imperial ? .imperial : .metric
    }

    var value: UnitSystem { self == .imperial ? .imperial : .metric }
}
