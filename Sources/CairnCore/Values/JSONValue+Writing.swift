public import Foundation

extension JSONValue {
    /// This document as UTF-8 bytes, keys in order; indented by two spaces if `pretty`.
    ///
    /// Numbers that JSON cannot express (NaN and the infinities) are written as `null`.
    public func data(pretty: Bool = false) -> Data {
        Data(bytes(pretty: pretty))
    }

    /// This document as text.
    public func text(pretty: Bool = false) -> String {
        String(decoding: bytes(pretty: pretty), as: UTF8.self)
    }

    private func bytes(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.write(self)
        return writer.bytes
    }
}

/// Writes a document without recursion, so that no nesting exhausts the stack.
private struct JSONWriter {
    let pretty: Bool
    var bytes: [UInt8] = []
    /// The lists and objects around the place that is being written, the innermost last.
    private var open: [WrittenValue] = []

    init(pretty: Bool) {
        self.pretty = pretty
    }

    mutating func write(_ value: JSONValue) {
        begin(value)
        while let last = open.indices.last {
            guard let item = open[last].next() else { end(open.removeLast()); continue }
            if !item.isFirst { append(",") }
            newLine()
            if let name = item.name {
                write(name)
                append(pretty ? ": " : ":")
            }
            begin(item.value)
        }
    }

    /// Writes a value, or the beginning of one that holds others.
    private mutating func begin(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let number) where !number.isFinite: append("null")
        case .decimal(let number) where !number.isFinite: append("null")
        case .integer, .number, .decimal: append(value.numberText ?? "null")
        case .string(let text): write(text)
        case .array(let elements):
            append("[")
            open.append(WrittenValue(elements))
        case .object(let members):
            append("{")
            open.append(WrittenValue(members))
        }
    }

    private mutating func end(_ value: WrittenValue) {
        if !value.isEmpty { newLine() }
        append(value.closer)
    }

    private mutating func newLine() {
        guard pretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: open.count * 2))
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ text: String) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22: append("\\\"")
            case 0x5C: append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }
}

/// A list or an object whose end has not been written yet.
private struct WrittenValue {
    let closer: String
    private let names: [String]?
    private let values: [JSONValue]
    private var position = 0

    init(_ elements: [JSONValue]) {
        (closer, names, values) = ("]", nil, elements)
    }

    init(_ members: [String: JSONValue]) {
        let members = members.sorted { $0.key < $1.key }
        (closer, names, values) = ("}", members.map(\.key), members.map(\.value))
    }

    var isEmpty: Bool { values.isEmpty }

    mutating func next() -> (isFirst: Bool, name: String?, value: JSONValue)? {
        guard position < values.count else { return nil }
        defer { position += 1 }
        return (position == 0, names?[position], values[position])
    }
}
