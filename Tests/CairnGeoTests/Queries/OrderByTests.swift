import CairnGeo
import Testing

struct OrderByTests {
    @Test(arguments: [
        ("NAME", "NAME"), ("name desc , pop Asc,AREA", "name DESC, pop, AREA"), ("[order] DESC", "\"order\" DESC"),
        ("\"a b\"", "\"a b\""),
    ])
    func `an order has a canonical text that reads as the same`(text: String, canonical: String) throws {
        #expect(try OrderBy(text).description == canonical)
        #expect(try OrderBy(canonical) == OrderBy(text))
    }

    @Test func `features are ordered by the first field and then by the next`() throws {
        let table = try QueryTable.town()
        for (text, rows) in [
            ("pop", [3, 5, 4, 1, 2]), ("POP DESC", [2, 1, 4, 5, 3]), ("shape, OBJECTID desc", [5, 2, 4, 3, 1]),
            ("BORN", [4, 3, 5, 1, 2]),
        ] {
            let order = try OrderBy(text).translation(over: table.columns)
            #expect(try table.values("SELECT OBJECTID FROM t ORDER BY", order).map { $0[0].int } == rows, "\(text)")
        }
    }

    @Test(arguments: [
        ("", "At character 1: expected a field."), ("NAME,", "At character 6: expected a field after ,."),
        ("POP + 1", "At character 5: expected a comma or the end after POP, not +."),
        ("POP; DROP TABLE t", "At character 4: one condition is all there may be; leave ; and what follows out."),
        ("ABS(POP)", "At character 4: expected a comma or the end after ABS, not (."),
        ("1", "At character 1: expected a field, not 1."),
        ("POP DESC NULLS LAST", "At character 10: expected a comma or the end after DESC, not NULLS."),
    ])
    func `what is no order is told`(text: String, expected: String) {
        #expect { try OrderBy(text) } throws: { "\($0)" == expected }
    }

    @Test func `a field that is not there is told with the nearest one`() throws {
        let columns = try QueryTable.town().columns
        #expect { try OrderBy("NAME, ARA").translation(over: columns) } throws: {
            "\($0)" == "There is no field ARA; did you mean AREA?"
        }
    }
}
