import Foundation

/// Clauses that are spoiled by chance, and soups of their words.
struct ClauseMutation {
    private var dice: Dice

    init(seed: Int) {
        dice = Dice(seed &+ 7_000_000)
    }

    mutating func text() -> String {
        if dice.isHit(1, of: 4) { return soup() }
        var scalars = Array(dice.pick(Self.clauses).unicodeScalars)
        for _ in 0..<dice.roll(0..<4) { mutate(&scalars) }
        return String(String.UnicodeScalarView(scalars))
    }

    private mutating func soup() -> String {
        (0..<dice.roll(1..<14)).map { _ in dice.pick(Self.words) + dice.pick([" ", " ", ""]) }.joined()
    }

    private mutating func mutate(_ scalars: inout [Unicode.Scalar]) {
        guard !scalars.isEmpty else { return }
        let place = dice.roll(0..<scalars.count)
        let end = min(scalars.count, place + dice.roll(1..<9))
        switch dice.roll(0..<6) {
        case 0: scalars.remove(at: place)
        case 1: scalars[place] = dice.pick(Self.scalars)
        case 2: scalars.insert(dice.pick(Self.scalars), at: place)
        case 3: scalars.removeSubrange(place..<end)
        case 4: scalars.insert(contentsOf: scalars[place..<end], at: dice.roll(0..<scalars.count))
        default: scalars.insert(contentsOf: " \(dice.pick(Self.words)) ".unicodeScalars, at: place)
        }
    }

    /// What stands in a translation that neither is a column's name nor comes from us.
    static func foreignWords(_ sql: String) -> [String] {
        var rest = sql
        for name in ["OBJECTID", "NAME", "POP", "AREA", "SEEN", "BORN", "OPENS", "SHAPE", "a \"\"b", "select"] {
            rest = rest.replacing("\"\(name)\"", with: " ")
        }
        let known = Set(own.split(separator: " "))
        return rest.split { " (),?=<>!+-*/|\n".contains($0) }.filter { !known.contains($0) }.map(String.init)
    }

    /// Numbers are the places and lengths within dates, and the ones of a condition that is always met.
    private static let own = """
        AND OR NOT IN IS NULL AS CAST INTEGER REAL TEXT NUMERIC SELECT value FROM json_each substr trim ltrim rtrim length cairn_position \
        coalesce nullif cairn_like cairn_upper cairn_lower cairn_substring cairn_moment cairn_day cairn_time cairn_shift cairn_abs \
        cairn_ceiling cairn_floor cairn_sign cairn_log cairn_log10 cairn_power cairn_mod cairn_round cairn_truncate \
        0 1 2 4 6 7 9 10 12 15 18
        """

    private static let scalars = Array(
        "'\"[]()<>=!-+*/|,.;%_ 0123456789eEaNn\\\0\n\t\u{2019}é日🗻\u{301}\u{FEFF}?:@#$&{}`~^".unicodeScalars)

    private static let words = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "ESCAPE", "IS", "NULL", "TRUE", "FALSE", "(", ")", ",", "=", "<>", "<", ">=",
        "+", "-",
        "*", "/", "||", "'x%'", "''", "77", "9223372036854775808", "1e308", "-5", "NAME", "pop", "AREA", "SEEN", "BORN", "OPENS",
        "SHAPE",
        "\"a \"\"b\"", "[select]", "town.POP", "DATE '2020-01-31'", "TIMESTAMP '2020-01-31 12:00:00'", "TIME '12:00'",
        "INTERVAL '3' DAY",
        "INTERVAL '-9' HOUR", "CURRENT_DATE", "CURRENT_TIMESTAMP", "UPPER(", "ABS(", "SUBSTRING(NAME FROM", "FOR", "POSITION(",
        "CAST(",
        "AS", "VARCHAR(3)", "INTEGER", "DATE", "EXTRACT(YEAR FROM", "TRIM(LEADING 'a' FROM", "ROUND(", "POWER(", "COALESCE(",
        "NULLIF(",
        "MOD(", "SELECT", "UNION", "--", "/*", ";", "DROP", "load_extension(", "POP = 1", "1=1", "NAME IS NULL", "N'x'",
    ]

    private static let clauses = [
        "1=1", "(1=1) AND (POP > 100 OR NAME LIKE 'St%')", "OBJECTID IN (1, 2, 3)", "upper(NAME) like '%ST%'",
        "NAME <> 'it''s' -- x",
        "SEEN >= TIMESTAMP '2020-01-31 12:00:00.5' AND SEEN < DATE '2020-02-01'",
        "SEEN BETWEEN DATE '2020-01-01' AND '2020-01-31'",
        "BORN = DATE '2020-02-29' + INTERVAL '2' DAY", "SEEN > CURRENT_TIMESTAMP - INTERVAL '9000' HOUR",
        "OPENS < TIME '12:00:00'",
        "EXTRACT(MONTH FROM SEEN) = 1 AND EXTRACT(SECOND FROM OPENS) < 30", "CAST(POP AS VARCHAR(2)) = '10'",
        "NOT NAME NOT LIKE 'a!%' ESCAPE '!'",
        "POP + 2 * -AREA / (POP - 3) <= MOD(POP, 3)", "\"a \"\"b\" || NAME || N'x' = [a \"b]",
        "select.NAME = 'x' OR \"select\" BETWEEN 1 AND 2",
        "SUBSTRING(NAME FROM 2 FOR 3) = 'ton' AND POSITION('o' IN NAME) > 1",
        "TRIM(BOTH 'S' FROM NAME) = 'tone' OR TRIM(NAME) IS NOT NULL",
        "ROUND(AREA, 1) = TRUNCATE(AREA, 1) AND POWER(POP, 2) > ABS(POP)",
        "COALESCE(POP, AREA, 0) > 1 AND NULLIF(NAME, '') IS NULL",
        "CAST(SEEN AS DATE) = BORN AND CAST(NAME AS TIMESTAMP) IS NULL",
        "POP = '100' AND SEEN IN (DATE '2020-01-31', '2020-02-01 00:00:00')",
        "POP IN (\((1...60).map(String.init).joined(separator: ",")))", "((NAME = 'a' OR POP = 1 AND NOT (POP = 2)) AND TRUE)",
        "CHAR_LENGTH(CONCAT(NAME, 'x')) > 1.5e0 AND SHAPE IS NOT NULL AND SIGN(AREA) = -1 AND LOG(AREA) < LOG10(POP)",
    ]
}
