import CairnCore
import Foundation

/// The words after a command's name: operands, and options by name.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    init(_ words: [String], of command: any Command.Type) throws {
        let (valued, known) = command.options
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            if word.hasPrefix("--"), parts.count == 2, valued.contains(parts[0]) {
                values[parts[0], default: []].append(parts[1])
            } else if valued.contains(word) {
                guard let value = rest.popFirst() else { throw UsageError(reason: "\(word) needs a value.") }
                values[word, default: []].append(value)
            } else if known.contains(word) {
                flags.insert(word)
            } else if word.hasPrefix("-"), word.count > 1, Double(word.prefix { $0 != "," }) == nil {
                throw UsageError(reason: "there is no option \(word).")
            } else {
                operands.append(word)
            }
        }
    }

    /// The last value of an option.
    subscript(_ name: String) -> String? { values[name]?.last }

    /// All values of an option that may be repeated.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    func int(_ name: String) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), number >= 0 else { throw UsageError(reason: "\(name) \(text) is no whole number.") }
        return number
    }

    func required(_ name: String) throws -> String {
        guard let value = self[name] else { throw UsageError(reason: "\(name) is missing.") }
        return value
    }

    /// The only operand; several words are one text.
    func text(_ what: String) throws -> String {
        if operands.isEmpty { throw UsageError(reason: "\(what) is missing.") }
        return operands.joined(separator: " ")
    }

    /// Pairs given as NAME=VALUE.
    func pairs(_ name: String) throws -> [String: String] {
        var pairs: [String: String] = [:]
        for text in all(name) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw UsageError(reason: "\(name) \(text) is not NAME=COLUMN.") }
            pairs[parts[0]] = parts[1]
        }
        return pairs
    }
}
