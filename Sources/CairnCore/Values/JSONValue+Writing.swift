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
        writer.write(self, indent: 0)
        return writer.bytes
    }
}

private struct JSONWriter {
    let pretty: Bool
    var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue, indent: Int) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .integer(let number): append(String(number))
        case .number(let number): append(number.isFinite ? Self.text(of: number) : "null")
        case .string(let text): write(text)
        case .array(let elements):
            list("[", "]", elements, indent) { $0.write($1, indent: indent + 1) }
        case .object(let members):
            list("{", "}", members.sorted { $0.key < $1.key }, indent) { writer, member in
                writer.write(member.key)
                writer.append(writer.pretty ? ": " : ":")
                writer.write(member.value, indent: indent + 1)
            }
        }
    }

    /// The shortest text that reads back as the same number; whole ones without a point, as servers write them.
    private static func text(of number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private mutating func list<Item>(
        _ open: String, _ close: String, _ items: [Item], _ indent: Int, _ write: (inout Self, Item) -> Void
    ) {
        append(open)
        for (index, item) in items.enumerated() {
            if index > 0 { append(",") }
            newLine(indent + 1)
            write(&self, item)
        }
        if !items.isEmpty { newLine(indent) }
        append(close)
    }

    private mutating func newLine(_ indent: Int) {
        guard pretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: indent * 2))
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
