/// What two values are made into a third by.
package enum SQLArithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case concatenate = "||"

    /// How tightly it binds.
    var level: SQLExpression.Level {
        switch self {
        case .add, .subtract, .concatenate: .sum
        case .multiply, .divide: .product
        }
    }
}

/// A value, and what is done with it and all that stands before it.
package struct SQLTerm: Sendable, Equatable {
    let operation: SQLArithmetic
    let value: SQLExpression
}
