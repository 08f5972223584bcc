import CairnCore

/// Writes features in Esri's Protocol Buffers (`f=pbf`, FeatureCollection 1.0), one after the other.
///
/// Coordinates become whole numbers: of 1e-13 degrees, or of 1e-8 units where they are none. So few that clients that have only doubles read
/// each as it is, and so many that coordinates that were written with as many decimals come back the same.
package struct FeaturePBFWriter: FeatureWriter {
    private var result = ProtobufWriter()
    private let fields: [Field]
    private let hasZ: Bool
    private let hasM: Bool
    /// How many of them a unit has, for x and y and for z and m.
    private let (perUnit, perHeight): (Double, Double)
    /// The grid that was asked for; nil for one so fine that it changes nothing.
    private let grid: Quantization?

    /// - Parameters:
    ///   - set: What is said of the features; its own are not written.
    ///   - objectID: The name of the field that holds the object id.
    ///   - geometryType: Esri's name of the kind of geometries, such as `esriGeometryPoint`; nil for tables.
    ///   - hasZ: Whether vertices have heights.
    ///   - hasM: Whether vertices have measures.
    ///   - grid: On which x and y are whole numbers; nil for one so fine that it changes nothing.
    package init(
        _ set: FeatureSet, objectID: String, geometryType: String?, hasZ: Bool = false, hasM: Bool = false,
        grid: Quantization? = nil
    ) {
        (fields, self.hasZ, self.hasM, self.grid) = (set.fields, hasZ, hasM, grid)
        (perUnit, perHeight) = (set.spatialReference?.isInDegrees == true ? 1e13 : 1e8, 1e8)
        writeHeader(set, objectID, geometryType)
    }

    private static let kinds = ["esriGeometryPoint", "esriGeometryMultipoint", "esriGeometryPolyline", "esriGeometryPolygon"]

    private mutating func writeHeader(_ set: FeatureSet, _ objectID: String, _ geometryType: String?) {
        result.content(1, objectID.utf8)
        result.number(7, UInt64(Self.kinds.firstIndex { $0 == geometryType } ?? 127))
        if let reference = set.spatialReference { result.message(8) { Self.write(reference, to: &$0) } }
        if set.exceededTransferLimit { result.number(9, 1) }
        result.number(10, hasZ ? 1 : 0)
        result.number(11, hasM ? 1 : 0)
        let (grid, step, height) = (grid, grid?.scale ?? 1 / perUnit, 1 / perHeight)
        result.message(12) { Self.writeTransform(grid, [step, step, height, height], to: &$0) }
        for field in set.fields {
            result.message(13) { message in
                message.content(1, field.name.utf8)
                message.number(2, field.type.number)
                message.content(3, field.alias.utf8)
            }
        }
    }

    private static func writeTransform(_ grid: Quantization?, _ scales: [Double], to transform: inout ProtobufWriter) {
        if grid?.isFromUpperLeft == false { transform.number(1, 1) }
        transform.message(2) { vector in for (axis, scale) in scales.enumerated() { vector.double(axis + 1, scale) } }
        transform.message(3) { vector in
            guard let grid else { return }
            vector.double(1, grid.x)
            vector.double(2, grid.y)
        }
    }

    static func write(_ reference: SpatialReference, to message: inout ProtobufWriter) {
        if let wkid = reference.wkid { message.number(1, UInt64(clamping: wkid)) }
        if let latest = reference.latestWkid { message.number(2, UInt64(clamping: latest)) }
        if reference.wkid == nil, let text = reference.wkt { message.content(5, text.utf8) }
    }

    /// Adds a feature: a value for each field, null where it has none.
    ///
    /// - Throws: ``GeometryError/unsupported(_:advice:)`` for envelopes, and for coordinates that have no place in 63 bits.
    package mutating func append(_ feature: Feature) throws(GeometryError) {
        var message = ProtobufWriter()
        for field in fields {
            let value = feature.attributes[field.name] ?? .null
            message.message(1) { Self.write(value, to: &$0) }
        }
        if let geometry = feature.geometry {
            let parts = try parts(of: grid?.snapped(geometry) ?? geometry)
            message.content(2, try numbers(of: parts))
        }
        result.content(15, message.bytes)
    }

    /// Ends the collection.
    ///
    /// - Parameter exceededTransferLimit: Whether there are more features than it has.
    package mutating func finish(exceededTransferLimit: Bool) {
        if exceededTransferLimit { result.number(9, 1) }
    }

    /// About how many bytes it has.
    package var count: Int { result.bytes.count }
    /// The collection, all of it: how long it is stands at its beginning.
    package mutating func take() -> [UInt8] { bytes }

    /// The collection.
    package var bytes: [UInt8] {
        var collection = ProtobufWriter()
        collection.content(1, "1.0".utf8)
        collection.message(2) { $0.content(1, result.bytes) }
        return collection.bytes
    }

    private static func write(_ value: AttributeValue, to message: inout ProtobufWriter) {
        switch value {
        case .null: message.number(10, 1)
        case .integer(let number): message.signed(8, number)
        case .double(let number): message.double(3, number)
        case .string(let text): message.content(1, text.utf8)
        case .date:
            let milliseconds = value.esriJSON
            if let whole = milliseconds.int { message.signed(8, whole) } else { message.double(3, milliseconds.double ?? .nan) }
        }
    }

    private func parts(of geometry: Geometry) throws(GeometryError) -> [[Position]] {
        switch geometry {
        case .point(let point): return point.position.hasPlace ? [[point.position]] : []
        case .multipoint(let multipoint): return [multipoint.points.filter(\.hasPlace)]
        case .polyline(let line): return line.paths.map { $0.filter(\.hasPlace) }
        case .polygon(let polygon): return polygon.rings.map { $0.filter(\.hasPlace) }
        case .envelope: throw .unsupported("Envelopes as features", advice: "make polygons of them")
        }
    }

    private func numbers(of parts: [[Position]]) throws(GeometryError) -> [UInt8] {
        var (lengths, numbers) = (ProtobufWriter(), ProtobufWriter())
        for part in parts {
            lengths.element(UInt64(part.count))
            var last = [0, 0, 0, 0]
            for position in part {
                var axes = grid == nil ? [position.x * perUnit, -position.y * perUnit] : [position.x, position.y]
                // The format has no word for a height that is not known.
                if hasZ { axes.append((position.z.flatMap { $0.isFinite ? $0 : nil } ?? 0) * perHeight) }
                if hasM { axes.append((position.m.flatMap { $0.isFinite ? $0 : nil } ?? 0) * perHeight) }
                for (axis, value) in axes.enumerated() {
                    guard let number = Int(rounding: value) else {
                        throw .unsupported(
                            "Coordinates such as \(position.x), \(position.y)", advice: "ask for JSON, which has room for them")
                    }
                    numbers.element(number &- last[axis])
                    last[axis] = number
                }
            }
        }
        var message = ProtobufWriter()
        message.content(2, lengths.bytes)
        message.content(3, numbers.bytes)
        return message.bytes
    }
}
