/// The functions that take their arguments between commas, or may.
package enum SQLFunction: String, Sendable, CaseIterable {
    case abs = "ABS"
    case ceiling = "CEILING"
    case charLength = "CHAR_LENGTH"
    case coalesce = "COALESCE"
    case concat = "CONCAT"
    case floor = "FLOOR"
    case log = "LOG"
    case log10 = "LOG10"
    case lower = "LOWER"
    case mod = "MOD"
    case nullIf = "NULLIF"
    case position = "POSITION"
    case power = "POWER"
    case round = "ROUND"
    case sign = "SIGN"
    case substring = "SUBSTRING"
    case truncate = "TRUNCATE"
    case upper = "UPPER"

    /// The function of a name in capitals, other databases' spellings among them.
    init?(named name: String) {
        let others: [String: SQLFunction] = [
            "CHARACTER_LENGTH": .charLength, "LENGTH": .charLength, "CEIL": .ceiling, "SUBSTR": .substring,
        ]
        guard let function = others[name] ?? SQLFunction(rawValue: name) else { return nil }
        self = function
    }

    /// How many arguments it takes.
    var count: ClosedRange<Int> {
        switch self {
        case .abs, .ceiling, .charLength, .floor, .log, .log10, .lower, .sign, .upper: 1...1
        case .mod, .nullIf, .position, .power: 2...2
        case .round, .truncate: 1...2
        case .substring: 2...3
        case .coalesce, .concat: 2...50
        }
    }

    /// What there is, for those who ask for something else.
    static let list = (allCases.map(\.rawValue) + ["CAST", "EXTRACT", "TRIM"]).sorted().joined(separator: ", ")
}
