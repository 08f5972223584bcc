import CairnGeo
import Foundation
import Testing

/// Dates in clauses, held against SQLite's own calendar.
struct QueryMomentTests {
    private let table: QueryTable

    init() throws {
        table = try .town()
    }

    @Test func `moments of all years are those of another calendar`() throws {
        // From the year 401 on, each shifted by a number of days of its own: SQLite gives the year 300 a 29th of February.
        try table.database.execute(
            """
            CREATE TABLE moment AS WITH RECURSIVE step(s, d) AS (
                SELECT -49500000000, 0 UNION ALL SELECT s + 6601817, (d * 7 + 1031) % 36524 FROM step WHERE s < 250000000000
            ) SELECT s, d, strftime('%Y-%m-%dT%H:%M:%fZ', s, 'unixepoch') AS text FROM step
            """)
        let conditions = [
            "cairn_moment(text) <> text", "cairn_moment(substr(text, 1, 19)) <> text", "cairn_day(text) <> substr(text, 1, 10)",
            "cairn_shift(text, d * 86400000) <> strftime('%Y-%m-%dT%H:%M:%fZ', s + d * 86400, 'unixepoch')",
            "cairn_shift(cairn_shift(text, d * 86400000 + 1), 0 - d * 86400000 - 1) <> text",
            "cairn_moment(text) IS NULL",
            "cairn_moment(replace(text, 'Z', '+05:30')) IS NOT cairn_shift(text, -19800000)",
        ]
        for condition in conditions {
            #expect(try table.values("SELECT count(*) FROM moment WHERE", SQLFragment(condition))[0] == [0], "\(condition)")
        }
        #expect(try #require(table.values("SELECT count(*) FROM moment", SQLFragment(""))[0][0].int) > 30_000)
    }

    @Test(arguments: [
        "2020-02-30", "2019-02-29", "1900-02-29", "2020-13-01", "2020-00-10", "2020-01-00", "2020-1-1", "0000-01-01", "20200131",
        "2020-01-31 24:00", "2020-01-31 12:60",
        "2020-01-31 12:00:60", "2020-01-31 12:00:00.", "2020-01-31 12", "2020-01-31T12:00:00+24:00", "2020-01-31T12:00:00+01:",
        "2020-01-31 12:00:00 UTC", " 2020-01-31",
        "2020-01-31 12:00:00.0000000000000000000000000000000000", "-2020-01-31", "2020-01-31Z", "", "12", "now", "٢٠٢٠-01-31",
    ])
    func `what no calendar has is no date`(text: String) throws {
        #expect(throws: WhereClauseError.self) { try WhereClause("SEEN = TIMESTAMP '\(text)'") }
        #expect(try table.values("SELECT", SQLFragment("cairn_moment(?)", [.string(text)]))[0] == [.null])
    }

    @Test(arguments: [
        ("2020-02-29", "2020-02-29T00:00:00.000Z"), ("2000-02-29 23:59", "2000-02-29T23:59:00.000Z"),
        ("2020-01-31t12:00:00.1z", "2020-01-31T12:00:00.100Z"),
        ("2020-01-31 12:00:00.12", "2020-01-31T12:00:00.120Z"), ("2020-01-31 12:00:00.123999", "2020-01-31T12:00:00.123Z"),
        ("2020-01-01T00:30:00+01:00", "2019-12-31T23:30:00.000Z"), ("2020-01-01T00:30:00-0130", "2020-01-01T02:00:00.000Z"),
        ("2020-01-01T00:30:00+01", "2019-12-31T23:30:00.000Z"),
    ])
    func `dates of other programs are read as moments in UTC`(text: String, moment: String) throws {
        #expect(try table.values("SELECT", SQLFragment("cairn_moment(?)", [.string(text)]))[0] == [.string(moment)])
    }
}
