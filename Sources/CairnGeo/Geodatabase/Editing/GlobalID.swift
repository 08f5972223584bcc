package import Foundation

/// The ids that tell a feature from all others anywhere, as ArcGIS writes them: `{8-4-4-4-12}` in capitals.
package enum GlobalID {
    package static func new() -> String { "{\(UUID().uuidString)}" }

    /// The one way in which ids that are the same are written here; what is no id of this kind stays as it is.
    package static func normalized(_ id: String) -> String { capitals(of: id).map { "{\($0)}" } ?? id }

    /// Whether it is an id of this kind, however it is spelt.
    package static func isWellFormed(_ id: String) -> Bool { withDigits(of: id) { $0 != nil } }

    /// Whether two are the same, however they are spelt.
    package static func areSame(_ one: String, _ other: String) -> Bool {
        normalized(one).caseInsensitiveCompare(normalized(other)) == .orderedSame
    }

    /// The ways in which the same id may have been written.
    package static func spellings(of id: String) -> [String] {
        guard let upper = capitals(of: id) else { return [id] }
        let lower = upper.lowercased()
        return [id, "{\(upper)}", upper, "{\(lower)}", lower]
    }

    /// The id in capitals and without braces; nil if it is none.
    fileprivate static func capitals(of id: String) -> String? {
        withDigits(of: id) { digits in
            guard let digits else { return nil }
            return String(unsafeUninitializedCapacity: digits.count) { text in
                for (index, digit) in digits.enumerated() { text[index] = digit >= UInt8(ascii: "a") ? digit - 32 : digit }
                return digits.count
            }
        }
    }

    /// Calls `body` with the id without braces, or with nil if it is none. By hand: `UUID` reads texts with `sscanf`, which was a fifth of the time
    /// of taking features over.
    private static func withDigits<Result>(of id: String, _ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        var id = id
        return id.withUTF8 { bytes in
            let isBraced = bytes.count == 38 && bytes[0] == UInt8(ascii: "{") && bytes[37] == UInt8(ascii: "}")
            let digits = isBraced ? UnsafeBufferPointer(rebasing: bytes[1..<37]) : bytes
            let isOne = digits.count == 36 && digits.indices.allSatisfy { isPart(digits[$0], at: $0) }
            return body(isOne ? digits : nil)
        }
    }

    private static func isPart(_ byte: UInt8, at index: Int) -> Bool {
        switch (index, byte) {
        case (8, _), (13, _), (18, _), (23, _): byte == UInt8(ascii: "-")
        case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "A")...UInt8(ascii: "F")): true
        case (_, UInt8(ascii: "a")...UInt8(ascii: "f")): true
        default: false
        }
    }
}

extension UUID {
    /// A global id, with braces or without; nil for what is none.
    package init?(globalID text: String?) {
        guard let text, let id = GlobalID.capitals(of: text) else { return nil }
        self.init(uuidString: id)
    }
}
