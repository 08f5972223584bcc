import CairnCore
import CairnWorkflow
import Foundation

/// A page with a map of the results, drawn as SVG: opens in a browser, needs nothing else.
struct DemoMap {
    let town: DemoTown
    /// The GeoJSON that the job has written.
    let results: JSONValue
    let log: [String]
    let workflow: WorkflowSnapshot

    private var places: [(x: Double, y: Double, label: String, score: Double)] {
        (results["features"]?.array ?? []).compactMap { feature in
            guard let place = feature["geometry"]?["coordinates"], let x = place[0]?.double, let y = place[1]?.double else {
                return nil
            }
            let properties = feature["properties"]
            return (x, y, properties?["Match_addr"]?.string ?? "", properties?["Score"]?.double ?? 0)
        }
    }

    var html: String {
        let places = places
        let total = results["features"]?.array?.count ?? 0
        let perfect = places.count { $0.score >= 100 }
        let steps = log.map { "<li>\(Self.escape($0))</li>" }.joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(DemoTown.city), geocoded</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 64em; padding: 0 1em; color: #222 }
            svg { width: 100%; height: auto; background: #f7f5ef; border: 1px solid #ddd }
            .street { stroke: #d9d2c0; stroke-width: 3; fill: none } .exact { fill: #2a7f62 } .near { fill: #d8891b }
            </style></head>
            <body><h1>\(DemoTown.city), geocoded</h1>
            <p>\(total) addresses: \(perfect) found as written (green), \(places.count - perfect) in spite of how they were
            written (orange), \(total - places.count) not found. Point at a dot to read its address.</p>
            \(svg(places))
            <h2>How it went</h2>
            \(workflow.svg())
            <ol>
            \(steps)
            </ol>
            <p><a href="results.geojson">results.geojson</a> · <a href="results.csv">results.csv</a></p>
            </body></html>

            """
    }

    private func svg(_ places: [(x: Double, y: Double, label: String, score: Double)]) -> String {
        let xs = town.houses.map(\.x), ys = town.houses.map(\.y)
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 1)
        let (bottom, top) = (ys.min() ?? 0, ys.max() ?? 1)
        let squeeze = cos((bottom + top) / 2 * .pi / 180)
        let scale = 960 / max((right - left) * squeeze, 0.001)
        let height = (Int(rounding: (top - bottom) * scale) ?? 0) + 40
        func point(_ x: Double, _ y: Double) -> (String, String) {
            (String(format: "%.1f", (x - left) * squeeze * scale + 20), String(format: "%.1f", (top - y) * scale + 20))
        }
        let streets = town.streets.map { street -> String in
            let course = street.map { point($0.x, $0.y) }.map { "\($0.0),\($0.1)" }.joined(separator: " ")
            return "<polyline class=\"street\" points=\"\(course)\"/>"
        }
        let dots = places.map { place -> String in
            let (x, y) = point(place.x, place.y)
            let kind = place.score >= 100 ? "exact" : "near"
            return "<circle class=\"\(kind)\" cx=\"\(x)\" cy=\"\(y)\" r=\"2\"><title>\(Self.escape(place.label))</title></circle>"
        }
        return "<svg viewBox=\"0 0 1000 \(height)\" role=\"img\" aria-label=\"Map of the results\">\n"
            + (streets + dots).joined(separator: "\n") + "\n</svg>"
    }

    private static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
