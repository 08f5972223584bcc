import CairnTasks

/// What a function makes of the values of an attribute.
public enum AGSUtilityTraceFunctionType: Int, Sendable, CaseIterable {
    /// Something that has no name here.
    case unknown = -1
    /// Their sum.
    case add = 0
    /// Their mean.
    case average = 1
    /// How many there are.
    case count = 2
    /// The greatest.
    case max = 3
    /// The least.
    case min = 4
    /// The first, less all others.
    case subtract = 5

    init(_ type: UtilityTraceFunctionType) {
        self = Self.allCases.first { $0 != .unknown && $0.value == type } ?? .unknown
    }

    /// One that services refuse, for one that has no name here.
    var value: UtilityTraceFunctionType {
        switch self {
        case .unknown: UtilityTraceFunctionType(rawValue: "unknown")
        case .add: .add
        case .average: .average
        case .count: .count
        case .max: .max
        case .min: .min
        case .subtract: .subtract
        }
    }
}
