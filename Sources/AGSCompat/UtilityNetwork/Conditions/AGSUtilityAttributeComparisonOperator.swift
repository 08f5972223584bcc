import CairnTasks

/// How values are compared.
public enum AGSUtilityAttributeComparisonOperator: Int, Sendable, CaseIterable {
    /// In a way that has no name here.
    case unknown = -1
    /// Both are the same.
    case equal = 0
    /// They are not the same.
    case notEqual = 1
    /// The first is greater.
    case greaterThan = 2
    /// The first is greater, or both are the same.
    case greaterThanEqual = 3
    /// The first is less.
    case lessThan = 4
    /// The first is less, or both are the same.
    case lessThanEqual = 5
    /// The first has all bits of the second.
    case includesTheValues = 6
    /// The first does not have all bits of the second.
    case doesNotIncludeTheValues = 7
    /// The first has some bit of the second.
    case includesAny = 8
    /// The first has no bit of the second.
    case doesNotIncludeAny = 9

    init(_ comparison: UtilityAttributeComparisonOperator) {
        self = Self.allCases.first { $0.value == comparison } ?? .unknown
    }

    /// Nil for one that has no name here.
    var value: UtilityAttributeComparisonOperator? {
        switch self {
        case .unknown: nil
        case .equal: .equal
        case .notEqual: .notEqual
        case .greaterThan: .greaterThan
        case .greaterThanEqual: .greaterThanEqual
        case .lessThan: .lessThan
        case .lessThanEqual: .lessThanEqual
        case .includesTheValues: .includesTheValues
        case .doesNotIncludeTheValues: .doesNotIncludeTheValues
        case .includesAny: .includesAny
        case .doesNotIncludeAny: .doesNotIncludeAny
        }
    }
}
