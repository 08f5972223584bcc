import CairnGeo
import CairnTesting
import Foundation

/// Features by chance, of which no two are alike.
struct SampleFeatures {
    static let fields = [
        Field("NAME", length: 60), Field("RANK", type: .integer), Field("SHARE", type: .double), Field("BEGAN", type: .date),
    ]

    static func definition(_ name: String, _ type: GeometryType?, hasZ: Bool = false) -> FeatureTableDefinition {
        var definition = FeatureTableDefinition(name, fields: fields, geometryType: type, spatialReference: .wgs84, hasZ: hasZ)
        definition.startTimeField = "BEGAN"
        return definition
    }

    /// So many, with the ids from 1 on.
    static func features(_ count: Int, _ type: GeometryType?, seed: UInt64 = 1, hasZ: Bool = false) -> [Feature] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { place in
            let attributes: Attributes = [
                "OBJECTID": .integer(place + 1), "NAME": .string(name(&random)),
                "RANK": place % 7 == 0 ? .null : .integer(Int.random(in: -5...5, using: &random)),
                "SHARE": place % 11 == 0 ? .null : .double(Double.random(in: -1...1, using: &random)),
                "BEGAN": .date(Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000, using: &random)))),
            ]
            return Feature(attributes: attributes, geometry: type.map { geometry($0, hasZ, &random) })
        }
    }

    private static let letters = ["a", "B", "é", "'", "\"", "\\", "\n", "\u{1}", "\t", "漢", "🏔", "<", "&", " ", "%", "/"]

    private static func name(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
    }

    private static func place(_ hasZ: Bool, _ random: inout SeededGenerator) -> Position {
        Position(
            x: Double.random(in: -179...179, using: &random), y: Double.random(in: -80...80, using: &random),
            z: hasZ ? Double(Int.random(in: 0...4000, using: &random)) / 2 : nil)
    }

    static func geometry(_ type: GeometryType, _ hasZ: Bool, _ random: inout SeededGenerator) -> Geometry {
        switch type {
        case .point: return .point(MapPoint(place(hasZ, &random), spatialReference: .wgs84))
        case .multipoint:
            return .multipoint(Multipoint(points: (0..<3).map { _ in place(hasZ, &random) }, spatialReference: .wgs84))
        case .polyline:
            let paths = (0..<Int.random(in: 1...3, using: &random)).map { _ in (0..<4).map { _ in place(hasZ, &random) } }
            return .polyline(Polyline(paths: paths, spatialReference: .wgs84))
        case .polygon:
            let center = place(hasZ, &random)
            func ring(_ size: Double, _ corners: [(Double, Double)]) -> [Position] {
                corners.map { Position(x: center.x + $0.0 * size, y: center.y + $0.1 * size, z: center.z) }
            }
            let clockwise = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1), (-1, -1)]
            let rings = [ring(0.5, clockwise), ring(0.2, clockwise.reversed())]
            return .polygon(Geometry.Polygon(rings: rings, spatialReference: .wgs84))
        }
    }
}
