import CairnCore

/// What is answered to a query in Esri's Protocol Buffers, if no features are asked for.
package enum FeaturePBFAnswer: Sendable {
    /// How many features there are.
    case count(Int)
    /// Their object ids, and the name of the field that holds these.
    case ids([Int], field: String)
    /// The rectangle around them, if any has a place, and perhaps their number.
    case extent(Envelope?, count: Int?)

    /// The collection.
    package var bytes: [UInt8] {
        var collection = ProtobufWriter()
        collection.content(1, "1.0".utf8)
        collection.message(2) { result in
            switch self {
            case .count(let count): result.message(2) { $0.number(1, UInt64(clamping: count)) }
            case .ids(let ids, let field): result.message(3) { Self.write(ids, field, to: &$0) }
            case .extent(let box, let count): result.message(4) { Self.write(box, count, to: &$0) }
            }
        }
        return collection.bytes
    }

    private static func write(_ ids: [Int], _ field: String, to message: inout ProtobufWriter) {
        message.content(1, field.utf8)
        var list = ProtobufWriter()
        for id in ids { list.element(UInt64(bitPattern: Int64(id))) }
        message.content(3, list.bytes)
    }

    private static func write(_ box: Envelope?, _ count: Int?, to message: inout ProtobufWriter) {
        message.message(1) { extent in
            let edges = box.map { [$0.xMin, $0.yMin, $0.xMax, $0.yMax] } ?? Array(repeating: .nan, count: 4)
            for (place, edge) in edges.enumerated() { extent.double(place + 1, edge) }
            if let reference = box?.spatialReference { extent.message(5) { FeaturePBFWriter.write(reference, to: &$0) } }
        }
        if let count { message.number(2, UInt64(clamping: count)) }
    }
}
