/// What whole numbers of a feature collection in Protocol Buffers mean as coordinates.
struct QuantizedTransform: Sendable, Equatable {
    /// Of x, y, z and m.
    var scale = SIMD4<Double>(repeating: 1)
    var translation = SIMD4<Double>(repeating: 0)
    /// Whether y counts downwards, as it does unless the answer says otherwise.
    var isFromUpperLeft = true

    init() {}

    /// Reads a `Transform`: `quantizeOriginPosition`, `scale`, `translate`.
    init(_ message: ProtobufCursor) throws(ProtobufStop) {
        var message = message
        while !message.isAtEnd {
            let (number, wire) = try message.field()
            switch (number, wire) {
            case (1, .varint): isFromUpperLeft = try message.varint() == 0
            case (2, .bytes): scale = try Self.vector(message.content(), scale)
            case (3, .bytes): translation = try Self.vector(message.content(), translation)
            default: try message.pass(wire)
            }
        }
        if isFromUpperLeft { scale.y = -scale.y }
    }

    /// Reads a `Scale` or `Translate`, in which m comes before z.
    private static func vector(_ message: ProtobufCursor, _ usual: SIMD4<Double>) throws(ProtobufStop) -> SIMD4<Double> {
        var (message, vector) = (message, usual)
        while !message.isAtEnd {
            let (number, wire) = try message.field()
            guard wire == .eightBytes, let place = [1: 0, 2: 1, 3: 3, 4: 2][number] else {
                try message.pass(wire)
                continue
            }
            vector[place] = try message.double()
        }
        return vector
    }
}
