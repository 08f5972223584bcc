import CairnCore
import Foundation

/// The words after a command's name: operands, and options by name.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    init(_ words: [String], of command: any Command.Type) throws {
        let options = command.allOptions
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            // A place in the west is no option, and neither is standard input.
            let isNumber = Double(decimal: word.prefix { $0 != "," && $0 != " " }) != nil
            guard word.hasPrefix("-"), word != "-", !isNumber else {
                operands.append(word)
                continue
            }
            if word.hasPrefix("--") {
                try take(long: word, options, &rest)
            } else {
                try take(letters: word.dropFirst(), options, &rest)
            }
        }
    }

    private mutating func take(long word: String, _ options: [CommandOption], _ rest: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = options.first(where: { $0.name == parts[0] }) else {
            throw UsageError(unknown: "option", parts[0], among: options.map(\.name))
        }
        if parts.count > 1, option.value == nil { throw UsageError(reason: "\(option.name) takes no value.") }
        try take(option, parts.count > 1 ? parts[1] : nil, &rest)
    }

    /// One letter after another, as in `-jq`; what comes after one that takes a value is that.
    private mutating func take(
        letters: Substring, _ options: [CommandOption], _ rest: inout ArraySlice<String>
    ) throws {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw UsageError(unknown: "option", "-\(letter)", among: [])
            }
            guard option.value != nil else {
                flags.insert(option.name)
                continue
            }
            return try take(option, letters.isEmpty ? nil : String(letters), &rest)
        }
    }

    private mutating func take(_ option: CommandOption, _ value: String?, _ rest: inout ArraySlice<String>) throws {
        guard let name = option.value else {
            flags.insert(option.name)
            return
        }
        guard let value = value ?? rest.popFirst() else { throw UsageError(reason: "\(option.name) \(name) lacks its \(name).") }
        guard !value.isEmpty else { throw UsageError(reason: "the \(name) of \(option.name) is empty.") }
        guard option.choices.isEmpty || option.choices.contains(value.lowercased()) else {
            let choices = option.choices.joined(separator: ", ")
            throw UsageError(reason: "\(option.name) is one of \(choices), and not \"\(value.printable())\".")
        }
        values[option.name, default: []].append(value)
    }

    /// The last value of an option.
    subscript(_ name: String) -> String? { values[name]?.last }

    /// All values of an option that may be repeated.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    var isJSON: Bool { has("--json") }

    /// All that was said but for some options, in one order: commands that mean the same have the same, however much they tell.
    func text(without names: Set<String>) -> String {
        let options = values.flatMap { name, values in values.map { "\(name)=\($0)" } }.filter { option in
            !names.contains { option.hasPrefix("\($0)=") }
        }
        return (operands + options.sorted() + flags.subtracting(names).subtracting(["--quiet"]).sorted()).joined(separator: "\n")
    }

    func int(_ name: String, in range: ClosedRange<Int> = 0...Int.max) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let bounds = range.upperBound == .max ? "from \(range.lowerBound) on" : "\(range.lowerBound) to \(range.upperBound)"
            throw UsageError(reason: "\(name) is a whole number \(bounds), and not \"\(text.printable())\".")
        }
        return number
    }

    func double(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let text = self[name] else { return nil }
        guard let number = Double(decimal: text), range.contains(number) else {
            let bounds =
                range.upperBound == .infinity ? "from \(range.lowerBound) on" : "\(range.lowerBound) to \(range.upperBound)"
            throw UsageError(reason: "\(name) is a number \(bounds), and not \"\(text.printable())\".")
        }
        return number
    }

    func required(_ name: String) throws -> String {
        guard let value = self[name] else { throw UsageError(reason: "\(name) is missing.") }
        return value
    }

    /// The only operand: several words are one text, and `-` is a line of standard input.
    func text(_ what: String) throws -> String {
        let text = operands == ["-"] ? readLine() ?? "" : operands.joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { throw UsageError(reason: "\(what) is missing.") }
        return text
    }

    /// For commands that take none.
    func expectNoOperands(after count: Int = 0) throws {
        guard operands.count > count else { return }
        throw UsageError(reason: "\"\(operands[count].printable())\" is one word too many.")
    }

    /// Refuses options that are another verb's.
    func expectNone(of names: [String], with verb: String) throws {
        guard let name = names.first(where: { values[$0] != nil }) else { return }
        throw UsageError(reason: "\(verb) takes no \(name).")
    }

    /// Pairs given as NAME=COLUMN.
    func pairs(_ name: String) throws -> [String: String] {
        var pairs: [String: String] = [:]
        for text in all(name) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw UsageError(reason: "\(name) \(text.printable()) is not NAME=COLUMN.") }
            pairs[parts[0]] = parts[1]
        }
        return pairs
    }
}
