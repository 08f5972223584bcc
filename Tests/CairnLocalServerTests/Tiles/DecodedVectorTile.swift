import CairnCore
import CairnGeo
import Foundation

/// A vector tile as the specification has it decoded (2.1); what is wrong with it is an error.
struct DecodedVectorTile {
    struct Wrong: Error { let reason: String }

    struct Feature {
        var id: UInt64?
        var attributes: [String: String] = [:]
        var type: UInt64 = 0
        /// Points, lines or closed rings.
        var parts: [[SIMD2<Int>]] = []
    }

    struct Layer {
        var name = ""
        var version: UInt64 = 0
        var extent: UInt64 = 4096
        var features: [Feature] = []
        var keys: [String] = []
        var values: [String] = []
    }

    private(set) var layers: [Layer] = []

    init(_ data: Data) throws {
        guard let bytes = try Inflater.unpack(Array(data), .gzip, limit: 1 << 24) else { throw Wrong(reason: "no gzip") }
        for (number, value) in try Self.fields(bytes[...]) {
            guard number == 3, case .bytes(let layer) = value else { throw Wrong(reason: "field \(number) of a tile") }
            layers.append(try Self.layer(layer))
        }
        guard Set(layers.map(\.name)).count == layers.count else { throw Wrong(reason: "two layers of one name") }
    }

    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
        case fixed(UInt64)
    }

    private static func varint(_ bytes: inout ArraySlice<UInt8>) throws -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = bytes.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Wrong(reason: "a number without an end")
    }

    private static func fields(_ bytes: ArraySlice<UInt8>) throws -> [(Int, Value)] {
        var (bytes, fields) = (bytes, [(Int, Value)]())
        while !bytes.isEmpty {
            let tag = try varint(&bytes)
            switch tag & 7 {
            case 0: fields.append((Int(tag >> 3), .number(try varint(&bytes))))
            case 1:
                fields.append((Int(tag >> 3), .fixed(bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })))
                bytes = bytes.dropFirst(8)
            case 2:
                let count = Int(try varint(&bytes))
                guard count <= bytes.count else { throw Wrong(reason: "a length beyond the end") }
                fields.append((Int(tag >> 3), .bytes(bytes.prefix(count))))
                bytes = bytes.dropFirst(count)
            default: throw Wrong(reason: "wire type \(tag & 7)")
            }
        }
        return fields
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) throws -> [UInt64] {
        var (bytes, numbers) = (bytes, [UInt64]())
        while !bytes.isEmpty { numbers.append(try varint(&bytes)) }
        return numbers
    }

    private static func signed(_ value: UInt64) -> Int { Int(value >> 1) ^ -Int(value & 1) }

    private static func layer(_ bytes: ArraySlice<UInt8>) throws -> Layer {
        var (layer, features) = (Layer(), [ArraySlice<UInt8>]())
        for field in try fields(bytes) {
            switch field {
            case (1, .bytes(let text)): layer.name = String(decoding: text, as: UTF8.self)
            case (2, .bytes(let feature)): features.append(feature)
            case (3, .bytes(let text)): layer.keys.append(String(decoding: text, as: UTF8.self))
            case (4, .bytes(let value)): layer.values.append(try self.value(value))
            case (5, .number(let number)): layer.extent = number
            case (15, .number(let number)): layer.version = number
            default: throw Wrong(reason: "field \(field.0) of a layer")
            }
        }
        guard Set(layer.keys).count == layer.keys.count, Set(layer.values).count == layer.values.count else {
            throw Wrong(reason: "a key or a value twice")
        }
        layer.features = try features.map { try feature($0, layer) }
        return layer
    }

    private static func value(_ bytes: ArraySlice<UInt8>) throws -> String {
        switch try fields(bytes).first {
        case (1, .bytes(let text))?: String(decoding: text, as: UTF8.self)
        case (3, .fixed(let bits))?: "\(Double(bitPattern: bits))"
        case (5, .number(let number))?: "\(number)"
        case (6, .number(let number))?: "\(signed(number))"
        default: throw Wrong(reason: "a value of another kind")
        }
    }

    private static func feature(_ bytes: ArraySlice<UInt8>, _ layer: Layer) throws -> Feature {
        var (feature, commands) = (Feature(), [UInt64]())
        for field in try fields(bytes) {
            switch field {
            case (1, .number(let id)): feature.id = id
            case (2, .bytes(let tags)):
                let tags = try numbers(tags)
                for pair in stride(from: 0, to: tags.count, by: 2) {
                    feature.attributes[layer.keys[Int(tags[pair])]] = layer.values[Int(tags[pair + 1])]
                }
            case (3, .number(let type)): feature.type = type
            case (4, .bytes(let geometry)): commands = try numbers(geometry)
            default: throw Wrong(reason: "field \(field.0) of a feature")
            }
        }
        feature.parts = try parts(commands, feature.type)
        return feature
    }

    private static func parts(_ commands: [UInt64], _ type: UInt64) throws -> [[SIMD2<Int>]] {
        var (rest, cursor, parts) = (commands[...], SIMD2(0, 0), [[SIMD2<Int>]]())
        func steps(_ count: Int) throws -> [SIMD2<Int>] {
            try (0..<count).map { _ in
                guard let x = rest.popFirst(), let y = rest.popFirst() else {
                    throw Wrong(reason: "a command without its numbers")
                }
                cursor = cursor &+ SIMD2(signed(x), signed(y))
                return cursor
            }
        }
        while let command = rest.popFirst() {
            let (id, count) = (command & 7, Int(command >> 3))
            switch (id, type) {
            case (1, 1) where parts.isEmpty && count > 0: parts.append(try steps(count))
            case (1, 2), (1, 3):
                guard count == 1 else { throw Wrong(reason: "\(count) beginnings") }
                parts.append(try steps(1))
            case (2, 2), (2, 3):
                guard parts.last?.count == 1, count >= Int(type) - 1 else { throw Wrong(reason: "a line of \(count)") }
                for step in try steps(count) {
                    if step == parts[parts.count - 1].last { throw Wrong(reason: "a step to nowhere") }
                    parts[parts.count - 1].append(step)
                }
            case (7, 3):
                guard count == 1, let ring = parts.last, ring.count >= 3, ring.first != ring.last else {
                    throw Wrong(reason: "a ring that is none")
                }
            default: throw Wrong(reason: "command \(id) in type \(type)")
            }
        }
        return parts
    }
}

extension [SIMD2<Int>] {
    /// The area of a ring by the surveyor's formula.
    var area: Double {
        guard var last = self.last else { return 0 }
        var sum = 0
        for place in self {
            sum += last.x * place.y - place.x * last.y
            last = place
        }
        return Double(sum) / 2
    }

    /// How long a line is.
    var length: Double {
        zip(self, dropFirst()).reduce(0) { sum, pair in
            let way = pair.1 &- pair.0
            return sum + Double(way.x * way.x + way.y * way.y).squareRoot()
        }
    }
}
