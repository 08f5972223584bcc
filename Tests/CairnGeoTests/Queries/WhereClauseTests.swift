import CairnGeo
import Foundation
import Testing

struct WhereClauseTests {
    private func message(_ text: String) -> String {
        do {
            return "taken as \(try WhereClause(text))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `a list of more than 100,000 values is refused with its length`() throws {
        let list = { (count: Int) in "N IN (" + (1...count).map(String.init).joined(separator: ",") + ")" }
        _ = try WhereClause(list(100_000))
        #expect {
            try WhereClause(list(100_001))
        } throws: {
            ($0 as? WhereClauseError)?.reason == .tooLarge && "\($0)".contains("100001 values, and may have 100000")
        }
    }

    @Test(arguments: [
        ("1=1", "1 = 1"), ("  1 = 1 \t\n", "1 = 1"), ("0=1", "0 = 1"), ("OBJECTID>=0", "OBJECTID >= 0"),
        ("(1=1) AND (pop>5 or POP is null)", "1 = 1 AND (pop > 5 OR POP IS NULL)"),
        ("upper(NAME) like '%ST%'", "UPPER(NAME) LIKE '%ST%'"), ("STATE_NAME='Texas'", "STATE_NAME = 'Texas'"),
        ("OBJECTID > 100 AND OBJECTID <= 200", "OBJECTID > 100 AND OBJECTID <= 200"), ("a != N'it''s'", "a <> 'it''s'"),
        ("not a in (1,2)", "a NOT IN (1, 2)"), ("NOT a NOT BETWEEN 1 AND 2", "NOT a NOT BETWEEN 1 AND 2"),
        ("NOT (a = 1 AND b = 2)", "NOT (a = 1 AND b = 2)"),
        ("(((a)))=((1))", "a = 1"), ("a-(b-c)-d=1", "a - (b - c) - d = 1"), ("(a+b)*-c=1", "(a + b) * -c = 1"),
        ("- -5=a", "5 = a"), ("- -b=a", "- -b = a"), ("-(-(b))=a", "- -b = a"), ("-'5'=a", "-'5' = a"),
        ("-9223372036854775808=a", "-9223372036854775808 = a"),
        ("-(9223372036854775808)=- -9223372036854775808", "-9223372036854775808 = 9.223372036854776e+18"),
        ("9223372036854775808=a", "9.223372036854776e+18 = a"),
        (".5=5.", "0.5 = 5.0"),
        ("[a b]=\"c\"\"d\"", "\"a b\" = \"c\"\"d\""), ("[select]=\"plain\"", "\"select\" = plain"),
        ("db.owner.POP=1", "db.owner.POP = 1"),
        ("date='x' and d=date'2020-01-31'", "date = 'x' AND d = DATE '2020-01-31'"),
        ("d<timestamp '2020-01-31 12:00:00'", "d < TIMESTAMP '2020-01-31 12:00:00.000'"),
        ("d=DATE '2020-01-31 01:02'", "d = TIMESTAMP '2020-01-31 01:02:00.000'"),
        ("d > current_timestamp() - interval '2' day", "d > CURRENT_TIMESTAMP - INTERVAL '2' DAY"),
        ("cast(a as double precision)=1", "CAST(a AS FLOAT) = 1"),
        ("substring(a from 1 for 2)=trim(leading from b)", "SUBSTRING(a, 1, 2) = TRIM(LEADING ' ' FROM b)"),
        ("position('a' in b)=1", "POSITION('a' IN b) = 1"),
        ("ciudad_ñ = 1", "ciudad_ñ = 1"), ("TRUE", "TRUE"), ("a LIKE 'x' ESCAPE '!'", "a LIKE 'x' ESCAPE '!'"),
    ])
    func `a clause has a canonical text that reads as the same`(text: String, canonical: String) throws {
        let clause = try WhereClause(text)
        #expect(clause.description == canonical)
        #expect(try WhereClause(clause.description) == clause)
        #expect(try WhereClause(clause.description).root == clause.root)
    }

    @Test func `all is the clause that clients write as 1=1`() throws {
        #expect(try WhereClause("1=1") == .all)
        #expect(WhereClause.all.fields == [])
    }

    @Test func `the fields are told once as they are written first`() throws {
        #expect(
            try WhereClause("pop > 1 AND (NAME = '' OR POP < ABS(Area)) AND EXTRACT(DAY FROM d) IN (1, d2)").fields == [
                "pop", "NAME", "Area", "d", "d2",
            ])
    }

    @Test func `texts that only Swift takes for equal make unequal clauses`() throws {
        #expect(try WhereClause("a = 'é'") != WhereClause("a = 'e\u{301}'"))
        #expect(try Set([WhereClause("a='é'"), WhereClause("a = 'e\u{301}'"), WhereClause("a  =  'é'")]).count == 2)
    }

    @Test func `a clause is coded as its text`() throws {
        let data = try JSONEncoder().encode([WhereClause("a=1")])
        #expect(String(decoding: data, as: UTF8.self) == #"["a = 1"]"#)
        #expect(try JSONDecoder().decode([WhereClause].self, from: data) == [WhereClause("a=1")])
    }

    @Test(arguments: [
        ("", "At character 1: expected a condition; 1=1 is the one that all features meet."),
        ("POP =", "At character 6: expected a value after =."),
        ("POP > 5 AND", "At character 12: expected a value after AND."),
        ("POP == 5", "At character 6: expected a value after =, not =."),
        ("POP", "At character 1: expected a comparison, as in POP = 1, not the value POP."),
        ("1", "At character 1: expected a comparison, as in 1 = 1, not the value 1."),
        ("(POP = 1", "At character 9: expected ) after 1."),
        ("POP = 1)", "At character 8: expected AND, OR or the end after 1, not )."),
        ("POP = 1 NAME = 2", "At character 9: expected AND, OR or the end after 1, not NAME."),
        ("a = b = c", "At character 1: expected a value, not the condition a = b."),
        ("a IN ()", "At character 7: expected a value after (, not )."),
        ("a IS 5", "At character 6: expected NULL or NOT NULL after IS, not 5."),
        ("a NOT = 5", "At character 7: expected IN, BETWEEN or LIKE after NOT, not =."),
        ("a BETWEEN 1 OR 2", "At character 13: expected AND after 1, not OR."),
        ("a = 'it's'", "At character 10: the text that begins here does not end; write ' behind it, and '' for a ' within."),
        ("a = 'x", "At character 5: the text that begins here does not end; write ' behind it, and '' for a ' within."),
        ("a = 12abc", "At character 5: 12abc is no number."), ("a = 1.2.3", "At character 5: 1.2.3 is no number."),
        ("a = 0x10", "At character 5: 0x10 is no number."),
        ("a = 1e999", "At character 5: the number 1e999 is too great."),
        ("a = 5 % 2", "At character 7: % is no operator; write MOD(a, b)."),
        ("a = DATE '2020-02-30'", "At character 10: '2020-02-30' is no date; write DATE '2020-01-31'."),
        ("a = TIMESTAMP 'now'", "At character 15: 'now' is no date; write TIMESTAMP '2020-01-31 12:00:00'."),
        ("a > b - INTERVAL '1' MONTH", "At character 22: expected DAY, HOUR, MINUTE or SECOND after '1', not MONTH."),
        ("ABS(1, 2) = 1", "At character 1: ABS takes 1 values, not 2."),
        ("a LIKE 'x' ESCAPE '!!'", "At character 19: expected one ASCII character, as in '!', after ESCAPE, not '!!'."),
        ("SUM(POP) > 1", "At character 1: SUM() has no place here: a condition on a statistic belongs into having."),
    ])
    func `an error says what is wrong at which character and what to write`(text: String, expected: String) {
        #expect(message(text) == expected)
    }

    @Test func `a function there is not is told with those there are`() {
        let message = message("SOUNDEX(NAME) = 'S'")
        #expect(message.hasPrefix("At character 1: there is no function SOUNDEX; there are ABS, CAST, CEILING, "))
        #expect(message.hasSuffix("TRUNCATE, UPPER."))
    }
}
