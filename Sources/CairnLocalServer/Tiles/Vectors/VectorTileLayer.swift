import CairnCore
import CairnGeo
import Foundation

/// A layer of a vector tile while it is written (Mapbox Vector Tile 2.1, 4.1).
struct VectorTileLayer {
    private enum Value: Hashable {
        case text(String)
        case double(Double)
        case whole(Int)
    }

    private let name: String
    private var keys: [String: UInt64] = [:]
    private var values: [Value: UInt64] = [:]
    private var keyList: [String] = []
    private var valueList: [Value] = []
    private var features: [[UInt8]] = []

    init(_ name: String) { self.name = name }

    var isEmpty: Bool { features.isEmpty }

    /// Adds a feature, unless nothing of it is there.
    mutating func add(_ attributes: Attributes, id: Int, _ kind: DrawnShape.Kind, _ geometry: VectorTileGeometry) {
        guard !geometry.isEmpty else { return }
        var tags = ProtobufWriter()
        for (name, value) in attributes {
            guard let value = Self.value(value) else { continue }
            tags.element(place(of: name))
            tags.element(place(of: value))
        }
        var commands = ProtobufWriter()
        geometry.commands.forEach { commands.element($0) }
        var feature = ProtobufWriter()
        feature.number(1, UInt64(id))
        if !tags.bytes.isEmpty { feature.content(2, tags.bytes) }
        feature.number(3, kind.number)
        feature.content(4, commands.bytes)
        features.append(feature.bytes)
    }

    private mutating func place(of key: String) -> UInt64 {
        if let place = keys[key] { return place }
        let place = UInt64(keyList.count)
        keys[key] = place
        keyList.append(key)
        return place
    }

    private mutating func place(of value: Value) -> UInt64 {
        if let place = values[value] { return place }
        let place = UInt64(valueList.count)
        values[value] = place
        valueList.append(value)
        return place
    }

    /// Moments are milliseconds since 1970; nil for what is not there.
    private static func value(_ value: AttributeValue) -> Value? {
        switch value {
        case .null: nil
        case .integer(let number): .whole(number)
        case .double(let number): number.isFinite ? .double(number) : nil
        case .string(let text): .text(text)
        case .date(let date): Int(rounding: date.timeIntervalSince1970 * 1000).map { .whole($0) }
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.message(3) { layer in
            layer.content(1, Array(name.utf8))
            for feature in features { layer.content(2, feature) }
            for key in keyList { layer.content(3, Array(key.utf8)) }
            for value in valueList { layer.message(4) { Self.write(value, to: &$0) } }
            layer.number(5, VectorTileGeometry.units)
            layer.number(15, 2)
        }
    }

    private static func write(_ value: Value, to writer: inout ProtobufWriter) {
        switch value {
        case .text(let text): writer.content(1, Array(text.utf8))
        case .double(let number): writer.double(3, number)
        case .whole(let number) where number < 0: writer.signed(6, number)
        case .whole(let number): writer.number(5, UInt64(number))
        }
    }
}

extension DrawnShape.Kind {
    /// As vector tiles number them.
    fileprivate var number: UInt64 {
        switch self {
        case .points: 1
        case .lines: 2
        case .areas: 3
        }
    }
}
