import CairnCore
import Foundation

/// Reads the attributes of the features of one set, most of which have the names of the feature before.
struct AttributeDecoder {
    private let types: [String: FieldType]
    /// What the feature before had.
    private var names = FieldNames.none
    private var keys: [Key] = []
    /// Whether only texts, numbers and null are values.
    private let isStrict: Bool
    /// What was no value, if it is strict.
    private var trouble: String?

    private struct Key {
        /// The name as it stands between its quotes.
        let bytes: [UInt8]
        let isDate: Bool
    }

    init(_ fields: [Field], isStrict: Bool = false) {
        self.isStrict = isStrict
        types = Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first }
    }

    mutating func attributes(_ cursor: inout JSONCursor) throws(JSONStop) -> Attributes {
        try cursor.expect("{", "attributes are no object")
        if try cursor.take("}") { return Attributes() }
        var values: [AttributeValue] = []
        values.reserveCapacity(keys.count)
        repeat {
            let name = try name(&cursor)
            guard values.count < keys.count, isKey(name, at: values.count, cursor) else {
                return try others(&cursor, name, after: values)
            }
            values.append(try value(&cursor, isDate: keys[values.count].isDate))
        } while try cursor.takeComma(or: "}")
        if values.count < keys.count {
            expect(Array(names.list.prefix(values.count)), Array(keys.prefix(values.count)))
        }
        return Attributes(names, values)
    }

    /// What was wrong with the attributes that were read last; nil if nothing was.
    mutating func takeTrouble() -> String? {
        defer { trouble = nil }
        return trouble
    }

    private func name(_ cursor: inout JSONCursor) throws(JSONStop) -> Range<Int> {
        guard try cursor.next() == UInt8(ascii: "\"") else { throw cursor.wrong("a member's name is missing") }
        let name = try cursor.passString()
        try cursor.expect(":", "a colon is missing after a name")
        return name
    }

    private func isKey(_ name: Range<Int>, at place: Int, _ cursor: JSONCursor) -> Bool {
        let key = keys[place].bytes
        return key.count == name.count && zip(key, cursor.bytes[name]).allSatisfy { $0 == $1 }
    }

    private mutating func expect(_ names: [String], _ keys: [Key]) {
        self.names = FieldNames(names)
        self.keys = keys
    }

    /// Goes on where a name is another one than the feature before had there.
    private mutating func others(
        _ cursor: inout JSONCursor, _ first: Range<Int>, after values: [AttributeValue]
    ) throws(JSONStop) -> Attributes {
        var (names, keys, values) = (Array(names.list.prefix(values.count)), Array(keys.prefix(values.count)), values)
        var places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        var range = first
        while true {
            let name = try cursor.document(range.lowerBound - 1..<range.upperBound + 1).string ?? ""
            let key = Key(bytes: Array(cursor.bytes[range]), isDate: types[name] == .date)
            let value = try value(&cursor, isDate: key.isDate)
            if let place = places[name] {
                guard names[place].utf8.elementsEqual(name.utf8) else { throw ambiguous(cursor, range) }
                values[place] = value
                if isStrict, trouble == nil { trouble = "it has several values for \(name.printable(upTo: 40))" }
            } else {
                places[name] = values.count
                names.append(name)
                keys.append(key)
                values.append(value)
            }
            guard try cursor.takeComma(or: "}") else { break }
            range = try self.name(&cursor)
        }
        expect(names, keys)
        return Attributes(self.names, values)
    }

    /// A name may be repeated; one that is equal to another, but not the same, would replace it unnoticed.
    private func ambiguous(_ cursor: JSONCursor, _ name: Range<Int>) -> JSONStop {
        cursor.wrong("the name of an attribute is there already, in other code points", at: name.lowerBound)
    }

    private mutating func value(_ cursor: inout JSONCursor, isDate: Bool) throws(JSONStop) -> AttributeValue {
        switch try cursor.next() {
        case UInt8(ascii: "\""): return .string(try cursor.string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = cursor
            switch try cursor.number() {
            case .integer(let value): return isDate ? .date(Date(wholeMilliseconds: value)) : .integer(value)
            case .double(let value):
                guard isDate else { return .double(value) }
                // A tree keeps more digits of it.
                cursor = start
                return .date(try cursor.value().date ?? Date(milliseconds: value))
            }
        case UInt8(ascii: "n"):
            try cursor.passWord("null")
            return .null
        default:
            let json = try cursor.value()
            if isStrict, trouble == nil {
                trouble = "\(json.text().printable(upTo: 40)) is no value of a field: a text, a number or null is"
            }
            // Nothing is told by it, be it an id.
            if isStrict { return .null }
            return AttributeValue(esriJSON: json)
        }
    }
}
