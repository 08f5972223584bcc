import CairnCore
import CairnGeo

/// The rectangle around what an item shows, in the ways that portals write it.
enum PortalExtent {
    /// In degrees of longitude and latitude; nil if it is empty, or nowhere on Earth. One that crosses 180° goes on beyond it.
    static func wgs84(_ json: JSONValue?) -> Envelope? {
        guard let json, let box = box(json), let sides = try? box.projected(to: .wgs84), isOnEarth(sides) else { return nil }
        var (west, east) = (sides.xMin, sides.xMax)
        if west > east { east += 360 }
        guard west <= east, east - west <= 720 else { return nil }
        // Nothing is there, and it is what is written where nothing else is known.
        if (west, east, sides.yMin, sides.yMax) == (0, 0, 0, 0) { return nil }
        west = west == 0 ? 0 : west
        return Envelope(xMin: west, yMin: sides.yMin, xMax: east, yMax: sides.yMax, spatialReference: .wgs84)
    }

    private static func isOnEarth(_ box: Envelope) -> Bool {
        let sides = [box.xMin, box.xMax, box.yMin, box.yMax]
        return sides.allSatisfy(\.isFinite) && abs(box.xMin) <= 360 && abs(box.xMax) <= 360
            && abs(box.yMin) <= 90.000_001 && abs(box.yMax) <= 90.000_001 && box.yMin <= box.yMax
    }

    /// `[[west, south], [east, north]]`, `[west, south, east, north]`, the same as text with commas, or an envelope in Esri JSON.
    private static func box(_ json: JSONValue) -> Envelope? {
        if json.object != nil { return try? Envelope(esriJSON: json, spatialReference: .wgs84) }
        let words = json.string?.split(separator: ",").map { JSONValue.string(String($0.filter { !$0.isWhitespace })) }
        let values = json.array?.flatMap { $0.array ?? [$0] } ?? words ?? []
        let sides = values.compactMap(\.lenientDouble)
        guard values.count == 4, sides.count == 4 else { return nil }
        return Envelope(xMin: sides[0], yMin: sides[1], xMax: sides[2], yMax: sides[3], spatialReference: .wgs84)
    }
}
