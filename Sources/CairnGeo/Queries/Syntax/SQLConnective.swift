/// How conditions are chained.
package enum SQLConnective: String, Sendable {
    case and = "AND"
    case or = "OR"
}
