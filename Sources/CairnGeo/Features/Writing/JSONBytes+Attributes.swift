import CairnCore
import Foundation

extension JSONBytes {
    /// The value of an attribute; moments are whole milliseconds, or ISO 8601 as people read it.
    mutating func value(_ value: AttributeValue, momentsAsText: Bool = false) {
        switch value {
        case .date where momentsAsText: text(value.text)
        case .null: append("null")
        case .integer(let number): integer(number)
        case .double(let number): double(number)
        case .string(let text): self.text(text)
        case .date(let date):
            let milliseconds = date.timeIntervalSince1970 * 1000
            if let whole = Int(rounding: milliseconds) { integer(whole) } else { number(milliseconds) }
        }
    }
}

/// Writes the attributes of features that have the same fields.
struct AttributesWriter {
    private let names: [String]
    /// What stands before each value: a brace or a comma, and the name.
    private let openings: [[UInt8]]
    private let momentsAsText: Bool

    init(_ fields: [Field], momentsAsText: Bool = false) {
        self.momentsAsText = momentsAsText
        names = fields.map(\.name)
        openings = names.enumerated().map { place, name in
            var bytes = JSONBytes()
            bytes.append(place == 0 ? "{" : ",")
            bytes.text(name)
            bytes.append(":")
            return bytes.bytes
        }
    }

    /// Writes a value for each field, null where there is none.
    func write(_ attributes: Attributes, to bytes: inout JSONBytes) {
        if names.isEmpty { return bytes.append("{}") }
        // All features of a table share one list of names.
        if attributes.names == names {
            for (place, value) in attributes.values.enumerated() { write(value, at: place, to: &bytes) }
        } else {
            for (place, name) in names.enumerated() { write(attributes[name] ?? .null, at: place, to: &bytes) }
        }
        bytes.append("}")
    }

    private func write(_ value: AttributeValue, at place: Int, to bytes: inout JSONBytes) {
        bytes.append(openings[place])
        bytes.value(value, momentsAsText: momentsAsText)
    }
}
