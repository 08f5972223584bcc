import CairnCore
import CairnGeo
import Foundation
import Testing

struct StatisticTests {
    private func table(_ rows: [String]) throws -> QueryTable {
        try QueryTable(
            [
                SQLColumn("STATE", .string), SQLColumn("POP", .integer), SQLColumn("AREA", .double), SQLColumn("SEEN", .date),
                SQLColumn("SHAPE", .geometry),
            ], rows)
    }

    private func answer(_ query: StatisticsQuery, _ table: QueryTable) throws -> [[AttributeValue]] {
        let translation = try query.translation(over: table.columns, now: QueryTable.now)
        var pieces = [translation.selection, SQLFragment("FROM t")]
        if let grouping = translation.grouping { pieces += [SQLFragment("GROUP BY"), grouping] }
        if let having = translation.having { pieces += [SQLFragment("HAVING"), having] }
        if let grouping = translation.grouping { pieces += [SQLFragment("ORDER BY"), grouping] }
        return try table.values("SELECT", .joined(pieces, " "), width: Int32(translation.fields.count))
    }

    private let rows = [
        "'TX', 10, 1.5, '2020-01-31T12:00:00Z', NULL", "'TX', 20, NULL, NULL, NULL", "'TX', NULL, 2.5, NULL, NULL",
        "'ME', 7, 3.0, NULL, NULL",
        "NULL, NULL, NULL, '2020-02-01 00:00:00', NULL",
    ]

    @Test func `statistics leave nulls out and deviations are those of samples`() throws {
        let query = StatisticsQuery(Statistic.Kind.allCases.map { Statistic($0, of: "pop") })
        let translation = try query.translation(over: table(rows).columns, now: QueryTable.now)
        #expect(
            translation.fields.map(\.name) == ["count_pop", "sum_pop", "min_pop", "max_pop", "avg_pop", "stddev_pop", "var_pop"])
        let values = try #require(try answer(query, table(rows)).first).map { $0.double ?? .nan }
        #expect(values.prefix(5) == [3, 37, 7, 20, 37.0 / 3])
        #expect(abs(values[6] - 139.0 / 3) < 1e-12)
        #expect(abs(values[5] * values[5] - values[6]) < 1e-12)
    }

    @Test func `groups are by field and conditions on them are on statistics`() throws {
        let statistics = [Statistic(.sum, of: "POP", named: "total"), Statistic(.stddev, of: "AREA", named: "spread")]
        let groups = try StatisticsQuery.groups("state")
        let all = try answer(StatisticsQuery(statistics, groupBy: groups), table(rows))
        #expect(all.map { $0[0] } == [.null, "ME", "TX"])
        #expect(all.map { $0[1] } == [.null, 7, 30])
        #expect(all.map { $0[2] } == [.null, .null, .double((0.5).squareRoot())])
        for (text, states) in [
            ("sum(POP) > 10", ["TX"]), ("COUNT(*) = 1 AND STATE IS NOT NULL", ["ME"]),
            ("count(pop)=0 or state='ME'", [nil, "ME"]),
            ("MAX(SEEN) < DATE '2020-02-01'", ["TX"]), ("stddev(AREA) * 2 > 1 AND var(AREA) = 0.5", ["TX"]),
            ("avg(POP) BETWEEN 7 AND 7", ["ME"]),
        ] as [(String, [String?])] {
            let having = try HavingClause(text)
            #expect(try HavingClause(having.description) == having)
            let rows = try answer(StatisticsQuery(statistics, groupBy: groups, having: having), table(rows))
            #expect(rows.map { $0[0].string } == states, "\(text)")
        }
    }

    @Test func `a variance of great numbers that differ little is right`() throws {
        let values = [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16].map { "NULL, NULL, \($0), NULL, NULL" }
        let query = StatisticsQuery([Statistic(.var, of: "AREA"), Statistic(.stddev, of: "AREA")])
        #expect(try answer(query, table(values))[0][0] == 30.0)
    }

    @Test func `a sum that is too great for a whole number goes on as another one`() throws {
        let values = [
            "NULL, 9223372036854775807, 1e16, NULL, NULL", "NULL, 9223372036854775807, 1.0, NULL, NULL",
            "NULL, 1, -1e16, NULL, NULL",
        ]
        let query = StatisticsQuery([Statistic(.sum, of: "POP"), Statistic(.sum, of: "AREA")])
        let sums = try answer(query, table(values))[0]
        #expect(sums[0].double.map { abs($0 - 0x1p64) < 4096 } == true)
        #expect(sums[1] == 1.0)
    }

    @Test func `statistics of nothing are null but for the count`() throws {
        let query = StatisticsQuery(Statistic.Kind.allCases.map { Statistic($0, of: "POP") })
        #expect(try answer(query, table(["NULL, NULL, NULL, NULL, NULL"])) == [[0, .null, .null, .null, .null, .null, .null]])
        let empty = try table(["NULL, NULL, NULL, NULL, NULL"])
        try empty.database.execute("DELETE FROM t")
        #expect(try answer(query, empty) == [[0, .null, .null, .null, .null, .null, .null]])
    }

    @Test func `one number has no deviation and equal ones have none to speak of`() throws {
        let query = StatisticsQuery([Statistic(.stddev, of: "POP"), Statistic(.var, of: "AREA")])
        #expect(try answer(query, table(["NULL, 5, 0.1, NULL, NULL", "NULL, NULL, 0.1, NULL, NULL"])) == [[.null, 0.0]])
    }

    @Test func `statistics are read as clients send them`() throws {
        let json: JSONValue = [
            ["statisticType": "SUM", "onStatisticField": "POP", "outStatisticFieldName": "total"],
            ["statisticType": "count", "onStatisticField": "OBJECTID", "outStatisticFieldName": ""],
        ]
        #expect(
            try Statistic.list(esriJSON: json) == [Statistic(.sum, of: "POP", named: "total"), Statistic(.count, of: "OBJECTID")])
    }

    @Test(arguments: [
        ("{}", "OutStatistics is a list, as in "), ("[]", "OutStatistics is a list, as in "),
        ("[1]", "A statistic has no statisticType; write "),
        (
            #"[{"statisticType": "median", "onStatisticField": "a"}]"#,
            "There is no statistic median; there are count, sum, min, max, avg, stddev, var."
        ),
        (#"[{"statisticType": "sum"}]"#, "A statistic has no onStatisticField; write "),
        (
            #"[{"statisticType": "sum", "onStatisticField": "a"}, {"statisticType": "sum", "onStatisticField": "A"}]"#,
            "Two statistics are named sum_A; rename one."
        ),
    ])
    func `statistics that are none are told`(json: String, expected: String) throws {
        let json = try JSONValue(parsing: json)
        #expect { try Statistic.list(esriJSON: json) } throws: { "\($0)".hasPrefix(expected) }
    }

    @Test func `what cannot be made of a field is told`() throws {
        let columns = try table(rows).columns
        for (query, expected) in [
            (StatisticsQuery([Statistic(.sum, of: "STATE")]), "The value STATE is a text; sum is of numbers."),
            (StatisticsQuery([Statistic(.max, of: "SHAPE")]), "The value SHAPE is a geometry or other bytes; max is of numbers."),
            (StatisticsQuery([Statistic(.max, of: "POPP")]), "There is no field POPP; did you mean POP?"),
            (
                StatisticsQuery([Statistic(.max, of: "POP", named: "state")], groupBy: ["STATE"]),
                "There are two columns state in the answer; name the statistic otherwise."
            ),
            (
                StatisticsQuery([Statistic(.max, of: "POP")], groupBy: ["STATE"], having: try HavingClause("POP > 1")),
                "The value POP is not grouped by; write a statistic of it, as in MAX(POP) > 1."
            ),
        ] {
            #expect { try query.translation(over: columns, now: QueryTable.now) } throws: { "\($0)" == expected }
        }
    }
}
