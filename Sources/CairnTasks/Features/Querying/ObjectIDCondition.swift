import CairnGeo

/// Asks for what lies behind an object id, whatever has become of the features before it.
struct ObjectIDCondition: Sendable {
    private let field: String
    private let clause: String

    /// - Parameters:
    ///   - field: The field of object ids. Quotes are not understood by all services: nil for a name that is no plain identifier of SQL.
    ///   - clause: The condition that the features must meet besides.
    init?(_ field: String, besides clause: String) {
        guard field.wholeMatch(of: /[A-Za-z_][A-Za-z_0-9]*/) != nil else { return nil }
        (self.field, self.clause) = (field, clause)
    }

    /// The whole condition.
    func text(behind id: Int) -> String { text("\(field) > \(id)") }

    private func text(_ rest: String) -> String {
        clause.allSatisfy(\.isWhitespace) ? rest : "(\(clause)) AND \(rest)"
    }
}
