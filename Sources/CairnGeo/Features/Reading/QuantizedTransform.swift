/// What whole numbers of a feature collection in Protocol Buffers mean as coordinates.
struct QuantizedTransform: Sendable, Equatable {
    /// Of x, y, z and m.
    var scale = SIMD4<Double>(repeating: 1)
    var translation = SIMD4<Double>(repeating: 0)
    /// Whether y counts downwards, as it does unless the answer says otherwise.
    var isFromUpperLeft = true
    /// What is divided by where scales are a power of ten: 0.1 times a number is not always the nearest to it that there is.
    private(set) var divisor: SIMD4<Double>?

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
        divisor = decimalDivisor
    }

    private var decimalDivisor: SIMD4<Double>? {
        guard translation == .zero else { return nil }
        var divisor = SIMD4<Double>()
        for axis in 0..<4 {
            let whole = (1 / scale[axis]).rounded()
            guard Self.powers.contains(abs(whole)), 1 / whole == scale[axis] else { return nil }
            divisor[axis] = whole
        }
        return divisor
    }

    /// Of ten, those that a double has exactly.
    private static let powers: [Double] = (0...22).map { exponent in (0..<exponent).reduce(1.0) { power, _ in power * 10 } }

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
