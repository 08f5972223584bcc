import CairnGeo
import Foundation
import Testing

/// SQLite's parser has room for 100 symbols: what ours takes must fit, in a statement that nests a little itself.
struct NestingTests {
    @Test(arguments: [
        ("", "NOT (NOT ", "POP = 1", ")"), ("", "(POP = 1 AND ", "POP = 2", ")"),
        ("", "(NAME IS NULL OR NOT (POP = 1 AND ", "POP = 2", "))"),
        ("POP = ", "- ", "POP", ""), ("", "NOT ", "POP = 1", ""), ("POP = ", "ABS(", "POP", ")"),
        ("POP = ", "COALESCE(1, ", "POP", ")"), ("POP = ", "NULLIF(1, - ", "POP", ")"),
        ("POP = ", "(1 + ", "POP", ")"),
        ("POP = ", "(1 - - ", "POP", ")"), ("NAME = ", "SUBSTRING(", "NAME", ", 1, 2)"),
        ("POP = ", "CHAR_LENGTH(SUBSTRING(NAME, 1, ", "POP", "))"),
        ("NAME = ", "TRIM(LEADING 'a' FROM ", "NAME", ")"), ("NAME = ", "CAST(", "NAME", " AS VARCHAR(3))"),
        ("SEEN > ", "(INTERVAL '1' DAY + ", "SEEN", ")"),
        ("POP = ", "POSITION(NAME IN CAST(", "POP", " AS VARCHAR))"), ("POP = ", "(1 + CAST(", "POP", " AS INTEGER))"),
        ("POP > 1 AND POP = ", "MOD(7, ", "POP", ")"),
        ("NAME = ", "CONCAT('a', ", "NAME", ")"), ("POP IN (1, ", "POWER(2, ", "POP", ")"),
        ("POP BETWEEN 1 AND ", "ROUND(2, ", "POP", ")"),
        ("NAME LIKE ", "('a' || ", "NAME", ")"), ("NAME NOT LIKE '' || ", "UPPER(", "NAME", ")"),
        ("SEEN = ", "CAST(", "SEEN", " AS DATE) + INTERVAL '1' DAY"),
        ("POP = 1", " OR POP = 2 AND NOT POP = 3", "", ""), ("POP = POP", " + 1", "", ""), ("POP = POP", " * 2 - 1", "", ""),
        ("NAME = NAME", " || 'x'", "", ""),
        ("SEEN = SEEN", " + 1", "", ""), ("SEEN = SEEN", " + INTERVAL '1' DAY", "", ""),
        ("POP = ", "(POP * 2 / 3 + 1 - ", "1", ")"), ("POP = ", "ABS(1 + 2 * ", "POP", " / 3 - 4)"),
        ("NAME = ", "CONCAT('a', 'b' || ", "NAME", " || 'c')"), ("POP = 1", " + (1 - 1)", "", ""),
    ])
    func `as deep as a clause may be SQLite reads it`(start: String, before: String, middle: String, after: String) throws {
        let table = try QueryTable.town()
        let end = start.hasPrefix("POP IN (") ? ")" : ""
        var deepest = 0
        for depth in (1..<100).map({ end.isEmpty && after.isEmpty && middle.isEmpty ? $0 * 8 : $0 }) {
            let text = start + String(repeating: before, count: depth) + middle + String(repeating: after, count: depth) + end
            guard let clause = try? WhereClause(text) else { break }
            let sql = try clause.translation(over: table.columns, now: QueryTable.now).sql
            deepest = depth
            #expect(try WhereClause(clause.description).root == clause.root)
            #expect(throws: Never.self, "\(depth)") {
                try table.database.prepare(
                    "SELECT * FROM (SELECT 1 FROM t WHERE (POP IN (SELECT 1) AND (OBJECTID > 0 AND \(sql))))")
            }
        }
        #expect(deepest >= 3)
    }

    @Test func `what is long within what is long SQLite reads, or it is refused before`() throws {
        let table = try QueryTable.town()
        let terms = String(repeating: " * 1", count: 90) + String(repeating: " + 1", count: 90)
        for depth in 1..<20 {
            let text = "POP = \(String(repeating: "(", count: depth))POP\(String(repeating: "\(terms))", count: depth))"
            guard let clause = try? WhereClause(text) else { return #expect(depth > 1) }
            #expect(throws: Never.self, "\(depth)") { try table.rows(clause) }
        }
    }

    @Test(arguments: [
        "POP = 1" + String(repeating: " + 1", count: 3000), "NAME = ''" + String(repeating: " || 'x'", count: 3000),
    ])
    func `where there are no parentheses, too many are not what is told`(text: String) {
        let error = #expect(throws: WhereClauseError.self) { try WhereClause(text) }
        #expect(error?.reason == .tooLarge && "\(error as Any)".contains("+ - * /"), "\(error as Any)")
        #expect(!"\(error as Any)".contains("parentheses"))
    }

    @Test(arguments: [
        ("POP = 0", " + 1", 100, "", "POP = 100"), ("POP - 100 = POP", " - 1", 100, "", "POP IS NOT NULL"),
        ("POP = POP", " * 1", 100, "", "POP IS NOT NULL"), ("POP = POP", " + 3 - 2 - 1", 33, "", "POP IS NOT NULL"),
        ("POP = POP", " * 4 / 4 + 1 - 1", 45, "", "POP IS NOT NULL"), ("POP = POP", " - (1 - 1)", 100, "", "POP IS NOT NULL"),
        ("CHAR_LENGTH(NAME", " || 'x'", 100, ") = CHAR_LENGTH(NAME) + 100", "NAME IS NOT NULL"),
        ("SEEN = SEEN", " + 1 - INTERVAL '24' HOUR", 50, "", "SEEN = SEEN"),
        ("SEEN < SEEN", " + INTERVAL '1' HOUR", 100, "", "SEEN = SEEN"),
    ])
    func `a hundred terms in a row are reckoned with`(
        start: String, term: String, count: Int, end: String, same: String
    ) throws {
        let table = try QueryTable.town()
        let clause = try WhereClause(start + String(repeating: term, count: count) + end)
        #expect(try table.rows(clause) == table.rows(same))
        #expect(try WhereClause(clause.description) == clause)
    }

    @Test func `a long list may stand within what is nested`() throws {
        let table = try QueryTable.town()
        let list = "POP IN (\((0..<60).map(String.init).joined(separator: ", ")))"
        for depth in 1..<40 {
            let text =
                String(repeating: "NAME IS NULL AND (POP = 1 OR ", count: depth) + list + String(repeating: ")", count: depth)
            guard let clause = try? WhereClause(text) else { return #expect(depth > 5) }
            _ = try table.rows(clause)
        }
    }

    @Test func `a small stack is room enough`() async throws {
        let texts = ["NOT (": ")", "(": ")", "POP IN (ABS(": "))", "(POP = 1 AND ": ")", "NOT ": ""]
        let taken = await withCheckedContinuation { continuation in
            let thread = Thread {
                var taken = 0
                for (before, after) in texts {
                    for depth in 1..<100 {
                        let text = String(repeating: before, count: depth) + "POP = 1" + String(repeating: after, count: depth)
                        taken += (try? WhereClause(text).description) == nil ? 0 : 1
                    }
                }
                // SQLite calls itself for each.
                for term in [" + 1", " * 1", " || 'x'"] {
                    let text = (term.contains("x") ? "NAME = NAME" : "POP = POP") + String(repeating: term, count: 100)
                    if (try? QueryTable.town().rows(text)) == nil { taken = -1000 }
                }
                continuation.resume(returning: taken)
            }
            // What threads other than the main one have on macOS.
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(taken > 100)
    }
}
