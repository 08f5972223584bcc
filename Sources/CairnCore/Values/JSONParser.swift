/// Reads a document without recursion, so that no nesting exhausts the stack.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let maximumDepth: Int
    var position = 0
    /// Whether a name may not stand twice in an object. Else the last counts.
    var refusesRepeatedNames = false
    /// The lists and objects around the place that is being read, the innermost last.
    private var open: [OpenValue] = []

    init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 0) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func document() throws -> JSONValue {
        // A byte-order mark is against the standard, and some servers send one.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        while true {
            guard let value = try nextValue(), let document = try finish(value) else { continue }
            skipSpace()
            guard position == bytes.count else { throw error("something follows the document") }
            return document
        }
    }

    /// The value that starts here; nil if it is a list or an object with something in it, which is open from now on.
    private mutating func nextValue() throws -> JSONValue? {
        skipSpace()
        guard let byte = peek else { throw error("the document ends too early") }
        switch byte {
        case UInt8(ascii: "{"): return try begin(isObject: true)
        case UInt8(ascii: "["): return try begin(isObject: false)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error("a value cannot start here")
        }
    }

    private mutating func begin(isObject: Bool) throws -> JSONValue? {
        guard open.count < maximumDepth else { throw tooDeep() }
        position += 1
        let value = OpenValue(isObject: isObject)
        if skip(value.closer) { return value.value }
        open.append(value)
        if isObject { try beginMember() }
        return nil
    }

    private mutating func beginMember() throws {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
        let start = position
        let name = try string()
        guard skip(":") else { throw error("a colon is missing after \"\(name.excerpt)\"") }
        open[open.count - 1].begin(name, at: start)
    }

    /// Adds a value to what is open, and closes what ends here; nil while something stays open.
    private mutating func finish(_ value: JSONValue) throws -> JSONValue? {
        var value = value
        while !open.isEmpty {
            guard open[open.count - 1].add(value, refusesRepeatedNames) else { throw ambiguousName() }
            if skip(",") {
                if open[open.count - 1].isObject { try beginMember() }
                return nil
            }
            guard skip(open[open.count - 1].closer) else { throw error("a comma or a closing bracket is missing") }
            value = open.removeLast().value
        }
        return value
    }

    private func ambiguousName() -> JSONSyntaxError {
        let member = open[open.count - 1]
        let words = refusesRepeatedNames ? "" : ", in other code points"
        return error("the name \"\(member.name.excerpt)\" is there already\(words)", at: member.nameStart)
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws -> JSONValue {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, text.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else {
            let isCutOff = text.withUTF8Buffer { $0.starts(with: bytes[position...]) }
            throw JSONSyntaxError(reason: "\(text) is misspelt", offset: position, kind: isCutOff ? .cutOff : .other)
        }
        position = end
        return value
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        return take(character)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    func error(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        let offset = offset ?? position
        return JSONSyntaxError(reason: reason, offset: offset, kind: offset < bytes.count ? .other : .cutOff)
    }

    private func tooDeep() -> JSONSyntaxError {
        JSONSyntaxError(reason: "nested deeper than \(maximumDepth)", offset: position, kind: .tooDeep(limit: maximumDepth))
    }
}

/// A list or an object whose end has not been read yet.
private struct OpenValue {
    let isObject: Bool
    /// The name of the member whose value is being read.
    private(set) var name = ""
    private(set) var nameStart = 0
    private var elements: [JSONValue] = []
    private var members: [String: JSONValue] = [:]

    init(isObject: Bool) {
        self.isObject = isObject
    }

    var closer: Unicode.Scalar { isObject ? "}" : "]" }
    var value: JSONValue { isObject ? .object(members) : .array(elements) }

    mutating func begin(_ name: String, at start: Int) {
        (self.name, nameStart) = (name, start)
    }

    /// False for a member whose name is equal to another's, but not the same: one of the two would be lost.
    mutating func add(_ value: JSONValue, _ refusesRepeatedNames: Bool) -> Bool {
        guard isObject else {
            elements.append(value)
            return true
        }
        let count = members.count
        members[name] = value
        return members.count > count || !refusesRepeatedNames && isRepeated
    }

    private var isRepeated: Bool {
        members.index(forKey: name).map { members[$0].key.utf8.elementsEqual(name.utf8) } ?? false
    }
}
