import CSQLite
import CairnCore
@testable import CairnGeo
import CairnTesting
import Testing

/// LIKE and POSITION of texts as large as those that people send.
struct SQLSearchTests {
    private static let letters = ["a", "a", "a", "b", "é", "漢", "%"]

    private func text(_ counts: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: counts, using: &random)).map { _ in Self.letters.randomElement(using: &random)! }.joined()
    }

    @Test func `a position is the one that SQLite finds`() throws {
        let table = try QueryTable([SQLColumn("A", .string)], ["'x'"])
        let statement = try table.database.prepare("SELECT cairn_position(?1, ?2), instr(?1, ?2)")
        var random = SeededGenerator(seed: 11)
        var found = 0
        for _ in 0..<5000 {
            let (whole, part) = (text(0...20, &random), text(0...4, &random))
            statement.bind(1, whole)
            statement.bind(2, part)
            #expect(try statement.step())
            #expect(statement.int(0) == statement.int(1), "\(part) in \(whole)")
            found += statement.int(0) > 1 ? 1 : 0
            statement.reset()
        }
        #expect(found > 500)
    }

    @Test func `a position is found in as many steps as there are bytes, twice over`() throws {
        for (part, whole) in [("a", "a"), ("ab", "a"), ("aab", "a"), ("aaaaab", "aaaaac")] {
            let needle = String(repeating: part, count: 5000) + "b"
            let text = String(repeating: whole, count: 200_000)
            var watch = SearchWatch()
            #expect(try SQLSearch.position.result([.string(text), .string(needle)], &watch) == .integer(0))
            #expect(watch.steps <= 2 * (text.utf8.count + needle.utf8.count))
        }
    }

    @Test(arguments: ["cairn_like(A, '%' || B || 'b')", "cairn_position(A, B)"])
    func `a search ends in its midst when it is to`(sql: String) throws {
        let table = try QueryTable([SQLColumn("A", .string), SQLColumn("B", .string)], ["'x', 'y'"])
        try table.database.execute(
            "UPDATE t SET A = replace(hex(zeroblob(2000000)), '00', 'a'), B = replace(hex(zeroblob(7000)), '00', 'a') || 'b'")
        let statement = try table.database.prepare("SELECT \(sql) FROM t")
        let interruption = Interruption()
        interruption.ask()
        table.database.interruption = interruption
        #expect { try statement.step() } throws: { ($0 as? DatabaseError)?.code == SQLITE_INTERRUPT }
    }
}
