import CairnCore
import CairnGeo
import CairnTesting
import Foundation

/// Features of one kind, with values that Protocol Buffers keep.
struct RandomFeatures {
    private(set) var set: FeatureSet
    private let kind: Int
    private let hasZ: Bool
    private let hasM: Bool

    private static let kinds = ["esriGeometryPoint", "esriGeometryMultipoint", "esriGeometryPolyline", "esriGeometryPolygon"]
    private static let types: [FieldType] = [.objectID, .string, .integer, .double, .date]

    init(using random: inout SeededGenerator) {
        kind = Int.random(in: 0..<4, using: &random)
        (hasZ, hasM) = (Bool.random(using: &random), Bool.random(using: &random))
        let fields = (0..<Int.random(in: 0...20, using: &random)).map {
            Field("f\($0)", type: Self.types[$0 % 5], alias: "Field \($0)")
        }
        let isDegrees = Bool.random(using: &random)
        set = FeatureSet(
            fields: fields, spatialReference: isDegrees ? .wgs84 : .webMercator,
            exceededTransferLimit: Bool.random(using: &random))
        for _ in 0..<Int.random(in: 0...9, using: &random) {
            let attributes = Attributes(fields.map { ($0.name, Self.value($0.type, &random)) })
            let hasShape = Int.random(in: 0..<9, using: &random) > 0
            set.features.append(Feature(attributes: attributes, geometry: hasShape ? shape(isDegrees ? 180 : 2e7, &random) : nil))
        }
    }

    func pbf() throws -> [UInt8] {
        var writer = FeaturePBFWriter(set, objectID: "f0", geometryType: Self.kinds[kind], hasZ: hasZ, hasM: hasM)
        for feature in set.features { try writer.append(feature) }
        return writer.bytes
    }

    private static func value(_ type: FieldType, _ random: inout SeededGenerator) -> AttributeValue {
        if Int.random(in: 0..<5, using: &random) == 0 { return .null }
        switch type {
        case .objectID: return .integer(Int.random(in: 0...1 << 60, using: &random))
        case .integer: return .integer(Int.random(in: .min ... .max, using: &random))
        case .double: return .double(Double.random(in: -1e9...1e9, using: &random))
        case .date:
            return .date(
                Date(timeIntervalSince1970: Double(Int.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random)) / 1e3))
        default:
            return .string(["", "plain", "Zürich 東京", String(repeating: "long ", count: 50)].randomElement(using: &random) ?? "")
        }
    }

    private func shape(_ bound: Double, _ random: inout SeededGenerator) -> Geometry {
        func part(_ length: Int) -> [Position] {
            (0..<length).map { _ in
                Position(
                    x: .random(in: -bound...bound, using: &random), y: .random(in: -bound...bound, using: &random),
                    z: hasZ ? .random(in: -1000...1000, using: &random) : nil, m: hasM ? .random(in: 0...9, using: &random) : nil)
            }
        }
        let reference = set.spatialReference
        let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in part(Int.random(in: 0...9, using: &random)) }
        switch kind {
        case 0: return .point(MapPoint(part(1)[0], spatialReference: reference))
        case 1: return .multipoint(Multipoint(points: parts.first ?? [], spatialReference: reference))
        case 2: return .polyline(Polyline(paths: parts, spatialReference: reference))
        default: return .polygon(Geometry.Polygon(rings: parts, spatialReference: reference))
        }
    }

    /// Whether the geometries are the same but for rounding.
    func isNear(_ one: Geometry?, _ other: Geometry?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        let scale = set.spatialReference == .wgs84 ? 1e9 : 1e4
        func rounded(_ position: Position) -> Position {
            func round(_ value: Double) -> Double { (value * scale / 10).rounded() }
            return Position(x: round(position.x), y: round(position.y), z: position.z.map(round), m: position.m.map(round))
        }
        let (first, second) = (one.mapPositions(nil, rounded), other.mapPositions(nil, rounded))
        let distances = zip(first.positions, second.positions).map { pair in
            max(
                abs(pair.0.x - pair.1.x), abs(pair.0.y - pair.1.y), abs((pair.0.z ?? 0) - (pair.1.z ?? 0)),
                abs((pair.0.m ?? 0) - (pair.1.m ?? 0)))
        }
        return shapeOf(one) == shapeOf(other) && (distances.max() ?? 0) <= 1
    }

    private func shapeOf(_ geometry: Geometry) -> String {
        let blank = geometry.mapPositions(nil) { Position(x: 0, y: 0, z: $0.z.map { _ in 0 }, m: $0.m.map { _ in 0 }) }
        return "\(blank)"
    }
}
