import CairnGeo
import Foundation
import Testing

/// Whatever is sent is refused, or becomes SQL that SQLite takes and that holds nothing of what was sent.
struct MutatedClauseTests {
    private static let count = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 20_000 : 1_000_000

    @Test func `mutated clauses are refused or translated with nothing of theirs in the SQL`() async throws {
        let table = try QueryTable.town()
        var taken = 0
        for seed in 0..<Self.count {
            // Half an hour of the long form is not to keep a thread from those that wait.
            if seed % 200 == 0 { await Task.yield() }
            var mutation = ClauseMutation(seed: seed)
            if try check(mutation.text(), table, "seed \(seed)") { taken += 1 }
        }
        #expect(taken > Self.count / 20)
    }

    /// Whether the text was taken.
    private func check(_ text: String, _ table: QueryTable, _ label: String) throws -> Bool {
        guard let clause = try? WhereClause(text) else { return false }
        let again = try WhereClause(clause.description)
        #expect(again == clause && again.root == clause.root, "\(label): \(text)")
        guard let fragment = try? clause.translation(over: table.columns, now: QueryTable.now) else { return true }
        #expect(ClauseMutation.foreignWords(fragment.sql) == [], "\(label): \(text)")
        #expect(throws: Never.self, "\(label): \(text)") { try table.database.prepare("SELECT 1 FROM t WHERE \(fragment.sql)") }
        // It runs too: no function of ours fails on a value.
        #expect(throws: Never.self, "\(label): \(text)") { try table.values("SELECT rowid FROM t WHERE", fragment) }
        return true
    }
}
