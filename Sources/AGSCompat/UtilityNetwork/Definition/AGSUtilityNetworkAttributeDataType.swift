import CairnTasks

/// What the values of a network attribute are.
public enum AGSUtilityNetworkAttributeDataType: Int, Sendable {
    /// Something that has no name here.
    case unknown = -1
    /// Whole numbers.
    case integer = 0
    /// Numbers of 32 bits.
    case float = 1
    /// Numbers of 64 bits.
    case double = 2
    /// Whether or not.
    case boolean = 3

    init(_ type: UtilityNetworkAttributeDataType) {
        self =
            switch type {
            case .integer: .integer
            case .float: .float
            case .double: .double
            case .boolean: .boolean
            default: .unknown
            }
    }
}
