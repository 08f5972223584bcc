import Foundation

/// A where clause made by chance, in our spelling and in SQLite's; they differ in the names of functions only.
struct RandomClause {
    struct Written {
        var ours: String
        var peers: String

        init(_ ours: String, peers: String? = nil) {
            self.ours = ours
            self.peers = peers ?? ours
        }

        /// Pieces with the same text around and between them.
        init(_ parts: [String], _ pieces: [Written]) {
            ours = zip(parts, pieces.map(\.ours) + [""]).reduce("") { $0 + $1.0 + $1.1 }
            peers = zip(parts, pieces.map(\.peers) + [""]).reduce("") { $0 + $1.0 + $1.1 }
        }
    }

    var dice: Dice

    init(seed: Int) {
        dice = Dice(seed)
    }

    mutating func condition(_ depth: Int = 4) -> Written {
        let one = depth > 0 ? dice.roll(0..<18) : dice.roll(8..<18)
        switch one {
        case 0...2: return join(condition(depth - 1), word(dice.pick(["AND", "OR"])), condition(depth - 1))
        case 3: return join(enclosed(condition(depth - 1)), word(dice.pick(["AND", "OR"])), enclosed(condition(depth - 1)))
        case 4...5: return Written([word("NOT") + space(), ""], [condition(depth - 1)])
        case 6...7: return enclosed(condition(depth - 1))
        case 8...10: return join(number(depth - 1), gap() + comparison() + gap(), number(depth - 1), tight: true)
        case 11...12: return join(text(depth - 1), gap() + comparison() + gap(), text(depth - 1), tight: true)
        case 13: return isIn(depth - 1)
        case 14: return between(depth - 1)
        case 15...16: return like(depth - 1)
        default:
            let value = dice.isHit(1, of: 2) ? number(depth - 1) : text(depth - 1)
            return Written(["", space() + word("IS") + space() + not() + word("NULL")], [value])
        }
    }

    private mutating func isIn(_ depth: Int) -> Written {
        let isNumber = dice.isHit(1, of: 2)
        let value = isNumber ? number(depth) : text(depth)
        let items = (0..<(dice.isHit(1, of: 40) ? 70 : dice.roll(1..<6))).map { _ in
            isNumber ? number(min(depth, 0)) : text(min(depth, 0))
        }
        let parts = ["", space() + not() + word("IN") + gap() + "(" + gap()] + items.dropFirst().map { _ in gap() + "," + gap() }
        return Written(parts + [gap() + ")"], [value] + items)
    }

    private mutating func between(_ depth: Int) -> Written {
        let isNumber = dice.isHit(1, of: 2)
        let values = (0..<3).map { _ in isNumber ? number(depth) : text(depth) }
        return Written(["", space() + not() + word("BETWEEN") + space(), space() + word("AND") + space(), ""], values)
    }

    private mutating func like(_ depth: Int) -> Written {
        let (value, escape) = (text(depth), dice.isHit(1, of: 3) ? dice.pick(["!", "\\", "%", "_", "a"]) : nil)
        let pattern = dice.isHit(1, of: 5) ? text(depth) : Written(quoted(string(["%", "_", "%", "_", "!", "\\"])))
        let end = escape.map { space() + word("ESCAPE") + gap() + quoted($0) } ?? ""
        return Written(["", space() + not() + word("LIKE") + space(), end], [value, pattern])
    }

    mutating func number(_ depth: Int) -> Written {
        switch depth > 0 ? dice.roll(0..<22) : dice.roll(12..<22) {
        case 0...3:
            return join(number(depth - 1), gap() + dice.pick(["+", "-", "*", "/"]) + space(), number(depth - 1), tight: true)
        case 4: return Written(["- ", ""], [number(depth - 1)])
        case 5: return enclosed(number(depth - 1))
        case 6: return call("ABS", "abs", number(depth - 1))
        case 7: return call(dice.pick(["CHAR_LENGTH", "LENGTH"]), "length", text(depth - 1))
        case 8:
            let (part, whole) = (text(depth - 1), text(depth - 1))
            return Written(
                "\(word("POSITION"))(\(part.ours) \(word("IN")) \(whole.ours))", peers: "instr(\(whole.peers), \(part.peers))")
        case 9:
            return Written([word("CAST") + "(", " \(word("AS")) \(word(dice.pick(["INTEGER", "FLOAT"]))))"], [number(depth - 1)])
        case 10:
            return Written([word(dice.pick(["NULLIF", "COALESCE"])) + "(", ",", ")"], [number(depth - 1), number(depth - 1)])
        case 11: return simpleFunction()
        case 12...14: return Written(literalNumber())
        case 15: return Written(dice.isHit(1, of: 3) ? word("NULL") : "1")
        default: return Written(field(["id", "Small", "big", "Real", "odd \"name"]))
        }
    }

    /// Of whole eighths: beyond them roundings differ in their last digit.
    private mutating func simpleFunction() -> Written {
        let value = Written(dice.pick([field(["Small"]), field(["Real"]), "2.5", "-0.125", "7"]))
        switch dice.roll(0..<7) {
        // A whole number stays one with us, and is a real one from SQLite's `round`, which divides otherwise.
        case 0: return call("ROUND", "round", Written(dice.pick([field(["Real"]), "2.5", "-0.125"])))
        case 1: return call("FLOOR", "floor", value)
        case 2: return call("CEILING", "ceil", value)
        case 3: return call("TRUNCATE", "trunc", value)
        case 4: return call("SIGN", "sign", value)
        case 5: return call("LOG", "ln", value)
        default:
            let (one, other) = (field(["id", "Small", "big"]), field(["id", "Small"]))
            return Written("\(word("MOD"))(\(one), \(other))", peers: "(\(one) % \(other))")
        }
    }

    mutating func text(_ depth: Int) -> Written {
        switch depth > 0 ? dice.roll(0..<14) : dice.roll(7..<14) {
        case 0...1: return join(text(depth - 1), gap() + "||" + gap(), text(depth - 1), tight: true)
        case 2: return enclosed(text(depth - 1))
        case 3:
            let name = dice.pick(["UPPER", "LOWER"])
            return call(name, name, Written(field(["code"])))
        case 4:
            let (start, count) = (dice.roll(1..<5), dice.roll(0..<4))
            let value = text(depth - 1)
            let from = dice.isHit(1, of: 2) ? ", \(start), \(count))" : " \(word("FROM")) \(start) \(word("FOR")) \(count))"
            return Written("\(word("SUBSTRING"))(\(value.ours)\(from)", peers: "substr(\(value.peers), \(start), \(count))")
        case 5:
            let (side, peer) = dice.pick([("LEADING", "ltrim"), ("TRAILING", "rtrim"), ("BOTH", "trim")])
            let value = text(depth - 1)
            return Written(
                "\(word("TRIM"))(\(word(side)) 'a' \(word("FROM")) \(value.ours))", peers: "\(peer)(\(value.peers), 'a')")
        case 6: return Written([word("CAST") + "(", " \(word("AS")) \(word("VARCHAR")))"], [number(depth - 1)])
        case 7...9: return Written(quoted(string([])))
        default: return Written(field(["name", "Code"]))
        }
    }
}

extension RandomClause {
    private mutating func literalNumber() -> String {
        switch dice.roll(0..<8) {
        case 0...3: String(dice.roll(-6..<7))
        case 4: "\(dice.roll(0..<50)).\(dice.pick(["", "5", "25", "125", "0"]))"
        case 5: dice.pick([".5", "1e3", "1.5E2", "2e-1", "1E+2"])
        case 6: dice.pick(["9223372036854775807", "9223372036854775808", "-9223372036854775807", "9007199254740993", "1e300"])
        default: String(dice.roll(0..<100))
        }
    }

    private mutating func string(_ more: [String]) -> String {
        let letters = ["a", "A", "b", "é", "E\u{301}", "日", "🗻", " ", "'", "\"", "1", ";", "--", "?", "ß"] + more + more
        return (0..<dice.roll(0..<5)).map { _ in dice.pick(letters) }.joined()
    }

    private func quoted(_ text: String) -> String {
        "'" + String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "'" ? ["'", "'"] : [$0] })) + "'"
    }

    private mutating func field(_ names: [String]) -> String {
        let name = dice.pick(names)
        let cased = dice.pick([name, name.uppercased(), name.lowercased()])
        if name.contains(" ") {
            return dice.pick(["\"\(cased.split(separator: "\"").joined(separator: "\"\""))\"", "[\(cased)]"])
        }
        return dice.pick([cased, cased, cased, "\"\(cased)\"", "[\(cased)]"])
    }

    private mutating func comparison() -> String { dice.pick(["=", "<>", "!=", "<", "<=", ">", ">="]) }
    private mutating func not() -> String { dice.isHit(1, of: 3) ? word("NOT") + space() : "" }
    private mutating func word(_ word: String) -> String { dice.pick([word, word, word.lowercased(), word.capitalized]) }
    private mutating func space() -> String { dice.pick([" ", " ", " ", "  ", "\t", "\n"]) }
    private mutating func gap() -> String { dice.pick(["", " ", "", " ", "\n "]) }

    private mutating func enclosed(_ piece: Written) -> Written { Written(["(" + gap(), gap() + ")"], [piece]) }

    private mutating func join(_ one: Written, _ middle: String, _ other: Written, tight: Bool = false) -> Written {
        Written(["", tight ? middle : space() + middle + space(), ""], [one, other])
    }

    private mutating func call(_ name: String, _ peer: String, _ piece: Written) -> Written {
        Written("\(word(name))\(gap())(\(piece.ours))", peers: "\(peer)(\(piece.peers))")
    }
}
