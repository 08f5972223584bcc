import Cairn
import CairnCore
import Foundation

/// A route in the formats of others.
enum RouteFiles {
    // MARK: - GeoJSON

    /// The line of a route, and its stops; RFC 7946.
    static func geoJSON(of routes: [Route]) throws -> JSONValue {
        var features: [JSONValue] = []
        for route in routes {
            // A way of no length has no line.
            if let line = route.geometry, line.paths.contains(where: { $0.count > 1 }) {
                features.append(
                    feature(
                        try Geometry.polyline(line).geoJSON(),
                        [
                            "name": .string(route.name), "metres": .number(route.lengthInMeters),
                            "seconds": .number(route.totalTime),
                        ]))
            }
            for stop in route.stops {
                features.append(
                    feature(
                        try Geometry.point(stop.geometry).geoJSON(),
                        ["name": .string(stop.name), "sequence": .integer(stop.sequence)]))
            }
        }
        return ["type": "FeatureCollection", "features": .array(features)]
    }

    static func feature(_ geometry: JSONValue, _ properties: [String: JSONValue]) -> JSONValue {
        ["type": "Feature", "geometry": geometry, "properties": .object(properties)]
    }

    /// What to do on the way.
    static func directions(of route: Route) -> JSONValue {
        .array(
            route.directionManeuvers.map { maneuver in
                [
                    "text": .string(maneuver.text), "kind": .string(maneuver.kind.rawValue),
                    "metres": .number(maneuver.lengthInMeters), "seconds": .number(maneuver.duration),
                ]
            })
    }

    // MARK: - GPX

    /// Tracks of the lines, and waypoints at the stops; GPX 1.1.
    static func gpx(of routes: [Route]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="cairn" xmlns="http://www.topografix.com/GPX/1/1">

            """
        for stop in routes.flatMap(\.stops) {
            text += "  <wpt \(place(stop.geometry.position))><name>\(escaped(stop.name))</name></wpt>\n"
        }
        for route in routes {
            text += "  <trk><name>\(escaped(route.name))</name>\n"
            for path in route.geometry?.paths ?? [] where !path.isEmpty {
                text += "    <trkseg>\n" + path.map { "      <trkpt \(place($0))/>\n" }.joined() + "    </trkseg>\n"
            }
            text += "  </trk>\n"
        }
        return text + "</gpx>\n"
    }

    private static func place(_ position: Position) -> String {
        String(format: "lat=\"%.7f\" lon=\"%.7f\"", position.y, position.x)
    }

    /// Without what XML cannot hold at all.
    private static func escaped(_ text: String) -> String {
        text.printable().replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    // MARK: - Words

    /// As short as it is told to people.
    static func words(metres: Double, _ units: UnitSystem = .metric) -> String {
        switch units {
        case .metric: metres < 1000 ? "\(Int(rounding: metres) ?? 0) m" : String(format: "%.1f km", metres / 1000)
        case .imperial:
            metres < 0.1 * 1609.344 ? "\(Int(rounding: metres / 0.3048) ?? 0) ft" : String(format: "%.1f mi", metres / 1609.344)
        }
    }

    static func words(seconds: Double) -> String {
        guard let whole = Int(rounding: seconds) else { return "?" }
        return whole < 60
            ? "\(whole) s" : whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}
