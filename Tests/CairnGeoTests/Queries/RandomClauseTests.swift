import CairnGeo
import Foundation
import Testing

/// Clauses made by chance choose the rows that SQLite chooses for the same text.
struct RandomClauseTests {
    private static let count = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 20_000 : 1_000_000

    @Test func `random clauses choose the rows that SQLite chooses`() async throws {
        let table = try Self.table()
        let peer = try Database(table.file, .readOnly)
        try peer.execute("PRAGMA case_sensitive_like = ON")
        var (refused, chosen) = (0, 0)
        for seed in 0..<Self.count {
            // Half an hour of the long form is not to keep a thread from those that wait.
            if seed % 200 == 0 { await Task.yield() }
            var random = RandomClause(seed: seed)
            let text = random.condition()
            guard let clause = try clause(text.ours, seed, &refused) else { continue }
            guard let expected = try Self.rows(peer, text.peers) else { continue }
            let rows = try table.rows(clause)
            let canonical = try table.rows(clause.description)
            if rows != expected || canonical != expected {
                Issue.record(
                    "seed \(seed): \(text.ours)\n\(clause)\n\(rows), of the canonical text \(canonical), not \(expected)")
                return
            }
            chosen += expected.isEmpty || expected.count == 40 ? 0 : 1
        }
        // Few are too deep, and many tell rows apart.
        #expect(refused < Self.count / 50)
        #expect(chosen > Self.count / 5)
    }

    private func clause(_ text: String, _ seed: Int, _ refused: inout Int) throws -> WhereClause? {
        do {
            return try WhereClause(text)
        } catch {
            if error.reason == .tooLarge {
                refused += 1
                return nil
            }
            Issue.record("seed \(seed): \(text)\n\(error)")
            throw error
        }
    }

    /// Nil where SQLite's own functions fail: `abs` does for the least whole number.
    private static func rows(_ peer: Database, _ condition: String) throws -> [Int]? {
        do {
            let statement = try peer.prepare("SELECT rowid FROM t WHERE \(condition)")
            var rows: [Int] = []
            while try statement.step() { rows.append(statement.int(0)) }
            return rows
        } catch {
            if ["parser stack overflow", "integer overflow"].contains(error.message) { return nil }
            throw error
        }
    }

    private static func table() throws -> QueryTable {
        let columns = [
            SQLColumn("ID", .objectID), SQLColumn("SMALL", .integer), SQLColumn("BIG", .integer), SQLColumn("REAL", .double),
            SQLColumn("ODD \"NAME", .integer), SQLColumn("NAME", .string), SQLColumn("CODE", .string),
        ]
        var dice = Dice(1)
        let names = [
            "''", "'a'", "'A'", "'ab'", "'é'", "'E\u{301}'", "'日本'", "'🗻a'", "' a '", "'a''b'", "'a%b'", "'_'", "NULL", "'1'",
            "'ß;--'",
        ]
        let codes = ["'ST'", "'st'", "'aSt'", "''", "'A_1'", "'b'", "NULL"]
        let great = ["9223372036854775807", "-9223372036854775807", "9007199254740993", "0", "1", "NULL", "-9223372036854775808"]
        return try QueryTable(
            columns,
            (0..<40).map { row in
                let real = dice.pick(
                    ["NULL", "1e300", "-1e300", "0.0"] + (0..<12).map { _ in String(Double(dice.roll(-80..<80)) / 8) })
                return [
                    String(row), dice.pick(["NULL"] + (-4..<5).map(String.init)), dice.pick(great), real,
                    String(dice.roll(-2..<3)), dice.pick(names), dice.pick(codes),
                ].joined(separator: ", ")
            })
    }
}
