/// Text that is not JSON.
public struct JSONSyntaxError: Error, CustomStringConvertible {
    /// What is wrong.
    public let reason: String
    /// Where, in bytes from the start.
    public let offset: Int
    /// What is wrong with a text that is JSON up to there.
    package enum Kind: Sendable {
        case other
        /// It ends before its end.
        case cutOff
        case tooDeep(limit: Int)
    }

    package let kind: Kind

    package init(reason: String, offset: Int, kind: Kind = .other) {
        (self.reason, self.offset, self.kind) = (reason, offset, kind)
    }

    /// What is said of so many bytes that have come and are no whole document, and what to do; nil if they are no JSON at all.
    package func objection(toBytes count: Int) -> String? {
        switch kind {
        case .other: nil
        case .cutOff where count == 0:
            "it is empty. Check the address, and ask again; if nothing comes then either, ask who runs the server"
        case .cutOff:
            "it ends too early, after \(count) bytes. Ask again; if it is cut off then, too, ask for less, or who runs the server"
        case .tooDeep(let limit): "its lists and objects are nested deeper than \(limit)"
        }
    }

    /// The reason and the place.
    public var description: String { "Not valid JSON at byte \(offset): \(reason).".printable(upTo: .max) }
}

extension JSONValue {
    /// How deep lists and objects may nest unless told otherwise: as deep as Foundation's decoder reads.
    public static let maximumDepth = 512

    /// Reads one JSON document (RFC 8259) from UTF-8 bytes.
    ///
    /// A byte-order mark at the start is skipped, a lone surrogate is read as U+FFFD, and refused are a number that is too
    /// large for a `Double` and a name that is equal to another of the object, but in other code points; in all else the
    /// standard is followed to the letter.
    ///
    /// - Parameters:
    ///   - data: The document's bytes.
    ///   - maximumDepth: How deep lists and objects may nest. Reading needs no stack for it; what is done with
    ///     the value later may.
    /// - Throws: ``JSONSyntaxError``.
    public init(parsing data: some Collection<UInt8>, maximumDepth: Int = JSONValue.maximumDepth) throws {
        let document: JSONValue? = try data.withContiguousStorageIfAvailable { bytes in
            try JSONValue(parsing: bytes, maximumDepth: maximumDepth)
        }
        self = try document ?? Array(data).withUnsafeBufferPointer { try JSONValue(parsing: $0, maximumDepth: maximumDepth) }
    }

    /// Reads one JSON document from text, as from bytes.
    ///
    /// - Throws: ``JSONSyntaxError``.
    public init(parsing text: String, maximumDepth: Int = JSONValue.maximumDepth) throws {
        self = try JSONValue(parsing: text.utf8, maximumDepth: maximumDepth)
    }

    /// Reads one JSON document from text, as from bytes.
    ///
    /// - Parameter refusingRepeatedNames: Whether an object in which a name stands twice is refused.
    /// - Throws: ``JSONSyntaxError``.
    package init(parsing text: String, refusingRepeatedNames: Bool) throws {
        self = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var parser = JSONParser(bytes: bytes, maximumDepth: JSONValue.maximumDepth)
            parser.refusesRepeatedNames = refusingRepeatedNames
            return try parser.document()
        }
    }

    private init(parsing bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws {
        var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
        self = try parser.document()
    }
}
