/// A clause of a contract that a type under test does not keep.
public struct ContractViolation: Error, CustomStringConvertible {
    /// The clause, as a sentence.
    public let clause: String
    /// What was seen instead.
    public let observed: String

    /// What was promised and what was seen.
    public var description: String { "Contract broken: \(clause). Observed: \(observed)" }

    init(_ clause: String, observed: String) {
        self.clause = clause
        self.observed = observed
    }
}

/// Throws a violation of `clause` unless `condition` holds.
func require(_ condition: Bool, _ clause: String, observed: @autoclosure () -> String = "the opposite") throws {
    if !condition { throw ContractViolation(clause, observed: observed()) }
}
