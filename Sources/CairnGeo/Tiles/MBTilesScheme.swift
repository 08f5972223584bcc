import CairnCore
import Foundation

/// The one scheme of an `.mbtiles`: the world in Web Mercator, with rows that are counted from the bottom.
enum MBTilesScheme {
    static let lastLevel = 30

    static func has(_ key: TileKey) -> Bool {
        guard (0...lastLevel).contains(key.level) else { return false }
        let count = 1 << key.level
        return (0..<count).contains(key.row) && (0..<count).contains(key.column)
    }

    /// A row counted from the other side. One that is none stays none, however far it is from those that are.
    static func flipped(_ row: Int, level: Int) -> Int { (1 << level) - 1 &- row }

    /// The level of a scheme as it is counted here; nil if it is none of these.
    static func level(_ lod: LevelOfDetail, of tileInfo: TileInfo) -> Int? {
        let edge = WebMercator.radius * .pi
        guard tileInfo.spatialReference.isWebMercator, tileInfo.tileWidth == tileInfo.tileHeight,
            abs(tileInfo.origin.x + edge) < 1, abs(tileInfo.origin.y - edge) < 1
        else { return nil }
        let exact = log2(2 * edge / (Double(tileInfo.tileWidth) * lod.resolution))
        guard let level = Int(rounding: exact), (0...lastLevel).contains(level), abs(exact - Double(level)) < 1e-6 else {
            return nil
        }
        return level
    }

    /// `west,south,east,north` in degrees, in metres.
    static func extent(_ bounds: String?) -> Envelope? {
        let numbers = bounds?.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) } ?? []
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] <= numbers[2], numbers[1] <= numbers[3] else {
            return nil
        }
        let degrees = Envelope(
            xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: .wgs84)
        return try? degrees.projected(to: .webMercator)
    }

    /// The same, written.
    static func bounds(_ extent: Envelope) -> String? {
        guard let degrees = try? extent.projected(to: .wgs84) else { return nil }
        return [degrees.xMin, degrees.yMin, degrees.xMax, degrees.yMax].map { String(format: "%.7f", $0) }.joined(separator: ",")
    }
}
