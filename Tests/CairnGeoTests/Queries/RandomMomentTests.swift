import CairnGeo
import Foundation
import Testing

/// Comparisons of days and moments, held against a model that reckons in milliseconds.
struct RandomMomentTests {
    /// What a value is in each row, in milliseconds; nil for NULL.
    private struct Value {
        var text: String
        var isDay: Bool
        var isOfField = false
        var milliseconds: [Int?]
    }

    private struct Model {
        var dice: Dice
        let seen: [Int?]
        let born: [Int?]

        static let day = 86_400_000

        mutating func value() -> Value {
            var value = plain()
            guard dice.isHit(1, of: 3) else { return value }
            let (unit, length) = dice.pick([("DAY", Self.day), ("HOUR", 3_600_000), ("MINUTE", 60_000)])
            let (amount, isLater) = (dice.roll(0..<30), dice.isHit(1, of: 2))
            value.text += " \(isLater ? "+" : "-") INTERVAL '\(amount)' \(unit)"
            value.milliseconds = value.milliseconds.map { $0.map { $0 + (isLater ? amount : -amount) * length } }
            value.isDay = value.isDay && unit == "DAY"
            return value
        }

        private mutating func plain() -> Value {
            switch dice.roll(0..<6) {
            case 0...1: Value(text: "SEEN", isDay: false, isOfField: true, milliseconds: seen)
            case 2...3: Value(text: "BORN", isDay: true, isOfField: true, milliseconds: born)
            case 4: written("DATE", hours: 0)
            default: written("TIMESTAMP", hours: dice.pick([0, 0, 12, 23]))
            }
        }

        private mutating func written(_ word: String, hours: Int) -> Value {
            let day = dice.roll(1..<4)
            let text = "\(word) '2020-03-0\(day)\(word == "DATE" ? "" : " \(hours < 10 ? "0" : "")\(hours):00:00")'"
            let moment = RandomMomentTests.start + (day - 1) * Self.day + hours * 3_600_000
            return Value(text: text, isDay: word == "DATE", milliseconds: seen.map { _ in moment })
        }
    }

    /// 2020-03-01
    private static let start = 1_583_020_800_000

    /// A day that is written means all of it; that of a field is its midnight.
    private static func compare(_ one: Value, _ other: Value, _ sign: (Int, Int) -> Bool) -> [Bool?] {
        let isByDay = [one, other].contains { $0.isDay && !$0.isOfField }
        return zip(one.milliseconds, other.milliseconds).map { pair in
            guard let first = pair.0, let second = pair.1 else { return nil }
            return isByDay ? sign(first / Model.day, second / Model.day) : sign(first, second)
        }
    }

    @Test func `days and moments compare as in a model`() throws {
        let hours = [nil, 0, 0, 12, 23, 24, 36, 47, 48, 60]
        let days = [0, 1, nil, 0, 0, 1, 1, 2, 2, 2]
        let seen = hours.map { $0.map { Self.start + $0 * 3_600_000 } }
        let born = days.map { $0.map { Self.start + $0 * Model.day } }
        let table = try Self.table(hours, days)
        let signs: [(String, (Int, Int) -> Bool)] = [
            ("=", { $0 == $1 }), ("<>", { $0 != $1 }), ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }),
            (">=", { $0 >= $1 }),
        ]
        var found = 0
        for seed in 0..<4000 {
            var model = Model(dice: Dice(seed), seen: seen, born: born)
            let values = (0..<4).map { _ in model.value() }
            let (sign, meaning) = model.dice.pick(signs)
            let equal = values.dropFirst().map { Self.compare(values[0], $0, ==) }
            let (low, high) = (Self.compare(values[0], values[1], >=), Self.compare(values[0], values[2], <=))
            let texts = values.map(\.text)
            let expected: [(String, (Int) -> Bool)] = [
                ("\(texts[0]) \(sign) \(texts[1])", { Self.compare(values[0], values[1], meaning)[$0] == true }),
                ("\(texts[0]) BETWEEN \(texts[1]) AND \(texts[2])", { low[$0] == true && high[$0] == true }),
                ("\(texts[0]) IN (\(texts[1...].joined(separator: ", ")))", { row in equal.contains { $0[row] == true } }),
            ]
            for (clause, isChosen) in expected {
                let right = hours.indices.filter(isChosen).map { $0 + 1 }
                #expect(try table.rows(clause) == right, "seed \(seed): \(clause)")
                found += right.count
            }
        }
        #expect(found > 10_000)
    }

    private static func table(_ hours: [Int?], _ days: [Int?]) throws -> QueryTable {
        let columns = [SQLColumn("SEEN", .date), SQLColumn("BORN", FieldType(rawValue: "esriFieldTypeDateOnly"))]
        let rows = zip(hours, days).map { hour, day in
            let seen = hour.map { "'2020-03-0\(1 + $0 / 24)T\($0 % 24 < 10 ? "0" : "")\($0 % 24):00:00.000Z'" }
            return "\(seen ?? "NULL"), \(day.map { "'2020-03-0\(1 + $0)'" } ?? "NULL")"
        }
        return try QueryTable(columns, rows)
    }
}
