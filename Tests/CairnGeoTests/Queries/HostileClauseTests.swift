import CairnGeo
import Foundation
import Testing

struct HostileClauseTests {
    private func reason(_ text: String) -> WhereClauseError.Reason? {
        do {
            _ = try WhereClause(text)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(
        arguments: [
            ("1=1; DROP TABLE t", .syntax), ("1=1;", .syntax), ("1=1 UNION SELECT * FROM t", .refused),
            ("POP = (SELECT MAX(POP) FROM t)", .refused),
            ("EXISTS (SELECT 1)", .refused), ("NAME = 'x' || (SELECT sql FROM sqlite_master)", .refused),
            ("POP IN (SELECT 1)", .refused),
            ("load_extension('x') = 1", .refused), ("readfile('/etc/passwd') = 'x'", .refused),
            ("cairn_like('a', 'b') = 1", .refused),
            ("randomblob(1000000000) = 'x'", .refused), ("CASE WHEN 1=1 THEN 1 ELSE 2 END = 1", .refused),
            ("ATTACH DATABASE 'x' AS y", .syntax),
            ("PRAGMA case_sensitive_like = 1", .syntax), ("NAME = 'x' -- comment", .refused),
            ("NAME = 'x' /* comment */", .refused), ("1=1--", .refused),
            ("NAME = 'a\0b'", .syntax), ("NAME\0 = 1", .syntax), ("\"a\0b\" = 1", .syntax), ("NAME = ‘x’", .syntax),
            ("NAME = “x”", .syntax), ("NAME = `x`", .syntax),
            ("NAME GLOB '*'", .syntax), ("NAME MATCH 'x'", .syntax), ("NAME COLLATE NOCASE = 'x'", .syntax), ("POP = ?", .syntax),
            ("POP = :a", .syntax),
            ("POP = @a", .syntax), ("POP = x'00'", .syntax), ("POP & 1 = 1", .syntax), ("POP = 1 ORDER BY 1", .syntax),
            ("POP = 1 LIMIT 1", .syntax),
            ("name = '' OR", .syntax), ("\"\" = 1", .syntax), ("(1=1", .syntax), ("NULL", .syntax), ("NOT", .syntax),
        ] as [(String, WhereClauseError.Reason)])
    func `what is more than a condition is refused`(text: String, expected: WhereClauseError.Reason) {
        #expect(reason(text) == expected)
    }

    @Test func `a clause that is always met is one of a client's own asking and reads nothing else`() throws {
        let table = try QueryTable.town()
        #expect(try table.rows("name = '' OR ''=''") == [1, 2, 3, 4, 5])
        #expect(try table.rows("NAME = ''' OR 1=1 --'") == [])
        #expect(try table.rows("NAME = '\"; DROP TABLE t'") == [])
    }

    @Test func `quotes in names find columns only`() throws {
        let table = try QueryTable.town()
        #expect(try table.rows("\"A \"\"B\" = 'q'") == [1])
        #expect(try table.rows("[select] = 2") == [2])
        for name in ["NAME\"\" OR 1=1 --", "rowid", "sqlite_master", "NAME\" = \"NAME", "t"] {
            let clause = try WhereClause("[\(name)] = 1")
            #expect { try table.rows(clause) } throws: { ($0 as? WhereClauseError)?.reason == .unknownField }
        }
    }

    @Test(arguments: [
        ("", "(", "1=1", ")", 100_000), ("", "NOT ", "1=1", "", 100_000), ("a = ", "- ", "1", "", 100_000),
        ("a = ", "ABS(", "1", ")", 100_000),
        ("1=1", " ", "", "", 1_000_000), ("a = ", "1 + ", "1", "", 100_000), ("a = ", "'x' || ", "'x'", "", 100_000),
        ("", "(a = 1 AND ", "a = 1", ")", 30_000), ("a = ", "COALESCE(1, ", "1", ")", 20), ("a IN (", "1,", "1)", "", 499_000),
    ])
    func `what is too deep or too long is refused`(start: String, before: String, middle: String, after: String, count: Int) {
        let text = start + String(repeating: before, count: count) + middle + String(repeating: after, count: count)
        #expect(reason(text) == .tooLarge)
    }

    @Test func `a text of two hundred kilobytes is a text`() throws {
        let table = try QueryTable.town()
        let text = String(repeating: "x", count: 200_000)
        #expect(try table.rows("NAME <> '\(text)'") == [1, 2, 3, 4])
        #expect(reason(text) == .syntax)
    }

    @Test func `patterns of many wildcards take no more steps than they have characters and too long ones are refused`() throws {
        let table = try QueryTable.town()
        try table.database.execute("UPDATE t SET NAME = '\(String(repeating: "a", count: 20_000))' WHERE OBJECTID = 1")
        #expect(try table.rows("NAME LIKE '\(String(repeating: "%a", count: 3999))%b'") == [])
        #expect(try table.rows("NAME LIKE '\(String(repeating: "a_", count: 3000))%'") == [1])
        #expect { try table.rows("NAME LIKE '\(String(repeating: "a", count: 8001))'") } throws: {
            ($0 as? WhereClauseError)?.reason == .tooLarge
        }
    }

    @Test func `lists of a hundred thousand ids and texts are taken`() throws {
        let table = try QueryTable.town()
        let ids = (3...100_000).map(String.init).joined(separator: ",")
        #expect(try table.rows("OBJECTID IN (\(ids))") == [3, 4, 5])
        #expect(try table.rows("OBJECTID NOT IN (\(ids))") == [1, 2])
        #expect(
            try table.rows("NAME IN ('Stone', 'it''s \"\\', \((0..<90_000).map { "'\($0)'" }.joined(separator: ",")))") == [1])
        #expect(try table.rows("OBJECTID IN (NULL, 1, \(ids))") == [1, 3, 4, 5])
        #expect(try table.rows("OBJECTID NOT IN (NULL, \(ids))") == [])
    }

    @Test func `other values are taken up to what SQLite can bind`() throws {
        let table = try QueryTable.town()
        let values = (0..<29_999).map { "\($0).5" }.joined(separator: ",")
        #expect(try table.rows("AREA IN (\(values))") == [1])
        #expect { try table.rows("AREA IN (\(values), 0.1, 0.2)") } throws: { ($0 as? WhereClauseError)?.reason == .tooLarge }
    }

    @Test func `a chain of thousands of conditions is taken`() throws {
        let table = try QueryTable.town()
        #expect(try table.rows((3...4002).map { "OBJECTID = \($0)" }.joined(separator: " OR ")) == [3, 4, 5])
        #expect(try table.rows((3...4002).map { "OBJECTID <> \($0)" }.joined(separator: " AND ")) == [1, 2])
        #expect(reason((3...4003).map { "OBJECTID <> \($0)" }.joined(separator: " AND ")) == .tooLarge)
    }
}
