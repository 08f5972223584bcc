import CairnGeo
import Foundation
import Testing

/// What clauses mean where databases differ.
struct ClauseMeaningTests {
    let table: QueryTable

    init() throws {
        table = try .town()
    }

    private func message(_ clause: String) -> String {
        do {
            return "rows \(try table.rows(clause))"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("NAME LIKE 'st%'", [2]), ("NAME LIKE 'St_ne'", [1]), ("UPPER(NAME) LIKE 'ST%'", [1, 2]), ("UPPER(NAME) = 'ÉLAN'", [3]),
        ("LOWER(NAME) = 'élan'", [3]),
        ("NAME LIKE '_lan'", [3]), ("NAME LIKE ''", [4]), ("NAME = ''", [4]), ("NAME = 'STONE'", []),
        ("NAME NOT LIKE '%o%'", [3, 4]),
        ("NAME < 'T'", [1, 4]), ("NAME || NULL = 'x'", []), ("CONCAT(NAME, '!') = 'Stone!'", [1]),
        ("NAME LIKE 'Ston!e' ESCAPE '!'", [1]),
        ("SUBSTRING(NAME FROM 0 FOR 3) = 'St'", [1]), ("SUBSTRING(NAME, -1, 4) = 'st'", [2]), ("CHAR_LENGTH(NAME) = 4", [3]),
        ("POSITION('hill' IN NAME) = 7", [2]),
        ("TRIM(LEADING 'S' FROM NAME) = 'tone'", [1]), ("CAST(POP AS VARCHAR) LIKE '1%'", [1]),
        ("CAST(AREA AS INTEGER) = 2", [1]),
    ])
    func `text is compared by case and read by characters`(clause: String, rows: [Int]) throws {
        #expect(try table.rows(clause) == rows)
    }

    @Test(arguments: [
        ("POP / 3 = 33", [1]), ("POP / 0 = 1", []), ("POP / 0 IS NULL", [1, 2, 3, 4, 5]), ("POP / 2.0 = 3.5", [4]),
        ("POP = '100'", [1]), ("POP IN ('7', 250)", [2, 4]),
        ("POP = NULL", []), ("POP <> 100", [2, 4, 5]), ("NOT POP = 100", [2, 4, 5]), ("MOD(POP, 5) = -3", [5]),
        ("POP / 5 * 5 = POP", [1, 2]),
        ("ROUND(AREA, 1) = 0.3", [5]), ("TRUNCATE(AREA, 2) = 0.29", [5]), ("ROUND(POP, -2) = 300", [2]), ("ROUND(AREA) = 3", [1]),
        ("CEILING(AREA) = 0", [3]),
        ("FLOOR(AREA) = -1", [3]), ("SIGN(POP) = -1", [5]), ("ABS(POP) = 8", [5]), ("POWER(POP, 2) = 49", [4]),
        ("LOG10(POP) = 2", [1]), ("LOG(POP - 100) IS NULL", [1, 3, 4, 5]),
        ("POP + 9223372036854775807 > 9223372036854775807", [1, 2, 4]),
        ("ABS(-9223372036854775808) = 9223372036854775808", [1, 2, 3, 4, 5]),
        ("MOD(-9223372036854775808, -1) = 0", [1, 2, 3, 4, 5]), ("ROUND(1.5e16, -16) = 2e16", [1, 2, 3, 4, 5]),
        ("ROUND(AREA, -400) = AREA", [4]),
        ("TRUNCATE(0 - AREA, 2) = -0.29", [5]), ("TRUNCATE(1e-31, 3) = 0 AND ROUND(2.675, 2) = 2.68", [1, 2, 3, 4, 5]),
        ("ROUND(AREA, 400) = AREA", [1, 3, 4, 5]),
        ("MOD(AREA, 2) = 0.5", [1]), ("MOD(POP, 0) IS NULL", [1, 2, 3, 4, 5]), ("COALESCE(POP, 0) = 0", [3]),
        ("NULLIF(POP, 7) IS NULL", [3, 4]), ("\"select\" = TRUE", [1]),
        ("TRUE AND OBJECTID = 1", [1]), ("FALSE", []), ("t.pop = 7", [4]), ("SHAPE IS NOT NULL", [1, 3, 4]),
    ])
    func `numbers are reckoned as SQLite does without its failures`(clause: String, rows: [Int]) throws {
        #expect(try table.rows(clause) == rows)
    }

    @Test(arguments: [
        ("SEEN = TIMESTAMP '2020-01-31 12:00:00'", [1]), ("SEEN = TIMESTAMP '2020-02-01 00:00:00'", [3]),
        ("SEEN = TIMESTAMP '2020-02-01 00:00:00.5'", [4]),
        ("SEEN = TIMESTAMP '2020-01-31T13:00:00+01:00'", [1]), ("SEEN = '2020-01-31 12:00'", [1]),
        ("SEEN < TIMESTAMP '2020-02-01'", [1, 2]),
        ("SEEN = DATE '2020-01-31'", [1, 2]), ("SEEN <= DATE '2020-01-31'", [1, 2]), ("SEEN > DATE '2020-01-31'", [3, 4]),
        ("SEEN < DATE '2020-02-01'", [1, 2]),
        ("SEEN BETWEEN DATE '2020-01-01' AND DATE '2020-01-31'", [1, 2]),
        ("SEEN IN (DATE '2020-01-31', TIMESTAMP '2020-02-01 00:00:00')", [1, 2, 3]),
        ("SEEN = '2020-02-01'", [3, 4]), ("SEEN IS NULL", [5]), ("BORN = DATE '2020-02-29'", [2]),
        ("BORN > '2020-01-01'", [1, 2]), ("BORN < CURRENT_DATE", [3]),
        ("BORN = CURRENT_DATE", [5]), ("BORN = CURRENT_TIMESTAMP", []),
        ("SEEN > CURRENT_TIMESTAMP + INTERVAL '30' DAY", [2, 3, 4]),
        ("SEEN >= CURRENT_TIMESTAMP + INTERVAL '30' DAY", [1, 2, 3, 4]),
        ("SEEN - INTERVAL '12' HOUR = TIMESTAMP '2020-01-31 00:00:00'", [1]),
        ("BORN + INTERVAL '1' DAY = DATE '2020-03-01'", [2]), ("BORN + INTERVAL '1' DAY = DATE '2020-02-01'", [1]),
        ("BORN - INTERVAL '9999999999' DAY IS NULL", [1, 2, 3, 4, 5]),
        ("BORN >= CURRENT_DATE + 30", [1, 2]), ("SEEN < CURRENT_TIMESTAMP + 31 - 1 - INTERVAL '1' SECOND", []),
        ("SEEN <= CURRENT_TIMESTAMP + 30", [1]),
        ("EXTRACT(YEAR FROM BORN) = 1999", [3]), ("EXTRACT(MONTH FROM SEEN) = 2", [3, 4]), ("EXTRACT(HOUR FROM SEEN) = 23", [2]),
        ("EXTRACT(SECOND FROM SEEN) = 59.999", [2]),
        ("EXTRACT(MINUTE FROM OPENS) = 30", [1]), ("EXTRACT(SECOND FROM SEEN) = 0", [1, 3]), ("OPENS < TIME '10:00:00'", [1, 5]),
        ("OPENS = '23:59:59.500'", [4]),
        ("OPENS > CURRENT_TIME", [4]), ("CAST(SEEN AS DATE) = BORN", [1]), ("CAST(SEEN AS TIME) = '12:00'", [1]),
        ("SEEN = BORN", []), ("SEEN > BORN", [1, 3]), ("BORN = TIMESTAMP '2020-02-29 00:00:00'", [2]),
        ("BORN = TIMESTAMP '2020-02-29 12:00:00'", []), ("BORN < TIMESTAMP '2020-02-29 00:00:01'", [1, 2, 3, 5]),
        ("BORN = '2020-02-29 12:00:00'", []), ("BORN + INTERVAL '12' HOUR > BORN", [1, 2, 3, 5]),
        ("BORN + INTERVAL '0' HOUR = BORN", [1, 2, 3, 5]),
        ("BORN IN (TIMESTAMP '2020-02-29 00:00:00', TIMESTAMP '2020-01-31 00:00:01', DATE '1999-12-31')", [2, 3]),
        ("TIMESTAMP '2020-02-29 12:00:00' = DATE '2020-02-29'", [1, 2, 3, 4, 5]), ("COALESCE(SEEN, BORN) = BORN", [5]),
        ("CAST('2020-01-31' AS DATE) = BORN", [1]), ("CAST(NAME AS DATE) IS NULL", [1, 2, 3, 4, 5]),
        ("EXTRACT(YEAR FROM '2016-12-21') = 2016", [1, 2, 3, 4, 5]),
    ])
    func `dates are moments in UTC however they are spelled and days are whole ones`(clause: String, rows: [Int]) throws {
        #expect(try table.rows(clause) == rows)
    }

    @Test(arguments: [
        ("POPP = 1", "At character 1: there is no field POPP; did you mean POP?"),
        ("OBJECTID = 1 AND NMAE = 'x'", "At character 18: there is no field NMAE; did you mean NAME?"),
        (
            "NAME = \"Texas\"",
            "At character 8: there is no field Texas among OBJECTID, NAME, POP, AREA, SEEN and 5 more; text is written in single quotes, as 'text'."
        ),
        ("POP = 'abc'", "At character 7: 'abc' is not a number, which POP is; write it as 5."),
        ("NAME = 5", "At character 8: NAME is a text and 5 is a number; write '5'."),
        ("POP = NAME", "At character 7: POP is a number and NAME is a text; compare values of one type, or use CAST."),
        (
            "SEEN = 1580472000000",
            "At character 8: SEEN is a date with its time and 1580472000000 is a number; dates are written as DATE '2020-01-31', not as numbers."
        ),
        (
            "SEEN > '31/01/2020'",
            "At character 8: '31/01/2020' is not a date with its time, which SEEN is; write it as TIMESTAMP '2020-01-31 12:00:00'."
        ),
        ("POP LIKE '1%'", "At character 1: POP is a number, and must be a text here; write CAST(POP AS VARCHAR)."),
        ("NAME + 1 = 2", "At character 1: NAME is a text, and must be a number here."),
        ("SHAPE = 'x'", "At character 1: SHAPE is a geometry or other bytes; it can only be asked whether it IS NULL."),
        (
            "BORN + 99999999999 IS NULL",
            "At character 1: BORN + 99999999999 is no date; add or subtract an interval of less than 10,000,000,000."
        ),
        ("EXTRACT(HOUR FROM BORN) = 1", "At character 19: BORN is a date, which has no HOUR."),
        ("POP = INTERVAL '2' DAY", "At character 7: INTERVAL '2' DAY must be added to or subtracted from a date."),
        ("CAST(SEEN AS INTEGER) = 1", "At character 6: SEEN is a date with its time, and cannot be made INTEGER."),
    ])
    func `what cannot be meant is an error that says what can`(clause: String, expected: String) {
        #expect(message(clause) == expected)
    }
}
