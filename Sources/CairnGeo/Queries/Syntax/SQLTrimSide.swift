/// The side that `TRIM` works on.
package enum SQLTrimSide: String, Sendable {
    case both = "BOTH"
    case leading = "LEADING"
    case trailing = "TRAILING"
}
