import CairnTesting

/// Feature sets as no server would write them: any order of members, blanks anywhere, numbers and texts in all their spellings.
struct RandomFeatureSet {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func text() -> String {
        let names = (0..<Int.random(in: 0...20, using: &random)).map { "f\($0)" }
        var members = [#""exceededTransferLimit":\#(Bool.random(using: &random))"#, #""other":\#(value(depth: 3))"#]
        if chance(0.5) { members.append(#""spatialReference":{"wkid":\#(Int.random(in: 2000...5000, using: &random))}"#) }
        if chance(0.3) { members.append(#""hasZ":true"#) }
        if chance(0.3) { members.append(#""hasM":true"#) }
        let fields = names.map { field($0) }.joined(separator: ",")
        members.append(#""fields":[\#(fields)]"#)
        members.shuffle(using: &random)
        let features = (0..<Int.random(in: 0...8, using: &random)).map { _ in feature(names) }
        let list = #""features":[\#(features.joined(separator: ","))]"#
        // Behind them may stand anything, if they are the last to be read.
        members.insert(list, at: chance(0.5) ? members.count : Int.random(in: 0...members.count, using: &random))
        return spaced("{" + members.joined(separator: ",") + "}")
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

    private mutating func field(_ name: String) -> String {
        let type = pick(["OID", "String", "Double", "Integer", "Date"])
        return #"{"name":"\#(name)","type":"esriFieldType\#(type)","alias":null}"#
    }

    private mutating func feature(_ names: [String]) -> String {
        var names = names
        if chance(0.2) { names.shuffle(using: &random) }
        if chance(0.2) { names.append(pick(["ä", "\\u0066\(names.count)", "f0", "new"])) }
        if chance(0.2) { names = Array(names.dropLast()) }
        let attributes = names.map { name in "\"\(name)\":\(value(depth: 2))" }
        var members = [#""attributes":{\#(attributes.joined(separator: ","))}"#]
        if chance(0.9) { members.append(#""geometry":\#(geometry())"#) }
        if chance(0.1) { members.append(#""symbol":\#(value(depth: 4))"#) }
        members.shuffle(using: &random)
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func geometry() -> String {
        var members: [String]
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return pick(["null", "{}"])
        case 1: members = place() + (chance(0.3) ? [#""z":\#(coordinate())"#] : [])
        case 2: members = [#""points":\#(vertices())"#]
        case 3: members = [#""paths":[\#(vertices()),\#(vertices())]"#]
        case 4: members = [#""rings":[\#(vertices())]"#]
        case 5: members = [#""paths":[]"#]
        default: members = ["xmin", "ymin", "xmax", "ymax"].map { #""\#($0)":\#(number())"# }
        }
        if chance(0.2) { members.append(#""spatialReference":{"wkid":\#(pick(["4326", "102100", "null"]))}"#) }
        if chance(0.2) { members.append(#""hasZ":\#(Bool.random(using: &random))"#) }
        if chance(0.2) { members.append(#""hasM":\#(Bool.random(using: &random))"#) }
        members.shuffle(using: &random)
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func vertices() -> String {
        let vertices = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let more = (0..<Int.random(in: 0...3, using: &random)).map { _ in coordinate() }
            return "[" + ([number(), number()] + more).joined(separator: ",") + "]"
        }
        return "[" + vertices.joined(separator: ",") + "]"
    }

    /// Both numbers, or neither.
    private mutating func place() -> [String] {
        let none = ["null", "\"NaN\""]
        if chance(0.15) { return [#""x":\#(pick(none))"#, #""y":\#(pick(none))"#] }
        func some(_ number: String) -> String { chance(0.1) ? "\"3.5\"" : number }
        return [#""x":\#(some(number()))"#, #""y":\#(some(number()))"#]
    }

    private mutating func coordinate() -> String { chance(0.1) ? pick(["null", "\"NaN\"", "\"3.5\"", "true"]) : number() }

    mutating func number() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "\(Int.random(in: -9...9, using: &random))"
        case 1: return "\(Int.random(in: .min ... .max, using: &random))"
        case 2: return "\(Double.random(in: -2e7...2e7, using: &random))"
        case 3: return "\(Double.random(in: -180...180, using: &random))"
        case 4:
            return pick([
                "0", "-0", "-0.0", "1e3", "1E-3", "12.0", "9007199254740993", "9007199254740993.0", "1e-400",
                "123456789012345678.50",
            ])
        default:
            let digits = (0..<Int.random(in: 1...25, using: &random)).map { _ in pick(["0", "1", "5", "9"]) }.joined()
            return "\(Int.random(in: 1...9, using: &random)).\(digits)"
        }
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
        case 0: return pick(["null", "true", "false"])
        case 1...3: return number()
        case 4:
            return pick(["\"\"", "\"plain\"", "\"\\\"\\\\\\/\\n\"", "\"\\u00e9\\ud83d\\ude00\"", "\"Zürich 東京\"", "\"e\u{301}\""])
        case 5, 6:
            return "\"" + String(repeating: pick(["a", "Main Street ", "ß"]), count: Int.random(in: 0...9, using: &random)) + "\""
        case 7: return "[\(value(depth: depth - 1)),\(value(depth: depth - 1))]"
        default: return "{\"a\":\(value(depth: depth - 1)),\"b]}\":\(value(depth: depth - 1))}"
        }
    }

    /// Blanks where they do not matter, now and then.
    private mutating func spaced(_ text: String) -> String {
        var isInText = false, isEscaped = false
        var result = ""
        for character in text.unicodeScalars {
            let isMark = !isInText && "{}[],:".unicodeScalars.contains(character)
            if isMark, chance(0.05) { result += pick([" ", "\n", "\r\n", "\t  "]) }
            result.unicodeScalars.append(character)
            if isMark, chance(0.05) { result += pick([" ", "\n", "\r\n", "\t  "]) }
            if character == "\"", !isEscaped { isInText.toggle() }
            isEscaped = character == "\\" && !isEscaped
        }
        return result
    }
}
