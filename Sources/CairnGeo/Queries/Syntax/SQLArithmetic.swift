/// What two values are made into a third by.
package enum SQLArithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case concatenate = "||"
}
