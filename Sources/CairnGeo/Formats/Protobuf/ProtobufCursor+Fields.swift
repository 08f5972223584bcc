extension ProtobufCursor {
    /// Visits the fields of a message; `visit` reads each value, or passes it.
    @inline(__always)
    package mutating func forEachField(
        _ visit: (_ number: Int, _ wire: Wire, _ cursor: inout ProtobufCursor) throws(ProtobufStop) -> Void
    ) throws(ProtobufStop) {
        while !isAtEnd {
            let (number, wire) = try field()
            try visit(number, wire, &self)
        }
    }

    /// Visits the fields of a message that is all there: where it ends before a value does, it is wrong.
    package static func forEachField(
        of bytes: [UInt8], _ visit: (_ number: Int, _ wire: Wire, _ cursor: inout ProtobufCursor) throws(ProtobufStop) -> Void
    ) throws(ProtobufStop) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ProtobufStop) in
            guard let start = bytes.baseAddress else { return }
            var cursor = ProtobufCursor(start, end: start + bytes.count)
            try cursor.forEachField(visit)
        }
    }

    /// The bytes that are left.
    package var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: place, count: count) }
}
