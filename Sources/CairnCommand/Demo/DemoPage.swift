import Cairn
import CairnCore
import Foundation

/// A page about a run of the demo: opens in a browser, needs nothing else.
struct DemoPage {
    let town: DemoTown
    let results: [DemoResult]
    let log: [String]
    let workflow: WorkflowSnapshot
    private let tiles: [TownPicture.Tile]
    /// A tour of some of the addresses; nil if too few were found.
    private let route: Route?

    /// How many of the rows that did not match are listed.
    private static let mostListed = 200

    /// - Parameters:
    ///   - tiles: What is drawn under the results.
    ///   - results: The GeoJSON that the job has written.
    ///   - route: A tour of some of the addresses.
    init(
        town: DemoTown, tiles: [TownPicture.Tile], results: JSONValue, route: Route? = nil, log: [String],
        workflow: WorkflowSnapshot
    ) {
        (self.town, self.tiles, self.log, self.workflow, self.route) = (town, tiles, log, workflow, route)
        self.results = (results["features"]?.array ?? []).enumerated().map { DemoResult(row: $0.offset + 1, feature: $0.element) }
    }

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(DemoTown.city), geocoded</title>
        <style>
        \(DemoStyle.sheet)
        </style>
        </head>
        <body>
        <h1>\(DemoTown.city), geocoded</h1>
        <p class="lead">A town that does not exist, and a table of its addresses as people write them. Cairn has made a locator of the town, \
        and has found the addresses with it. The map beneath them is made of tiles that were taken offline.</p>
        \(summary)
        \(map)
        \(tour)
        <h2>Rows that did not match</h2>
        \(unmatched)
        <h2>How it went</h2>
        <div class="workflow" tabindex="0" role="region" aria-label="The workflow">
        \(workflow.svg())</div>
        <ol class="log">
        \(log.map { "<li>\($0.markupEscaped)</li>" }.joined(separator: "\n"))
        </ol>
        <h2>Files</h2>
        \(files)
        </body>
        </html>

        """
    }

    private func count(_ kind: DemoResult.Kind) -> Int { results.count { $0.kind == kind } }

    private var summary: String {
        let tiles =
            [("addresses", results.count)]
            + DemoResult.Kind.allCases.filter { $0 != .tied || count($0) > 0 }.map { ($0.title, count($0)) }
        let elements = tiles.map { "<div><dt>\($0.0)</dt><dd>\($0.1.grouped)</dd></div>" }
        return "<dl class=\"summary\">\n\(elements.joined(separator: "\n"))\n</dl>"
    }

    private var map: String {
        let map = DemoMap(town: town, tiles: tiles, results: results, route: route)
        let (metres, share) = map.scaleBar
        let kinds = DemoResult.Kind.allCases.filter { kind in results.contains { $0.kind == kind && $0.spot != nil } }
        let legend = kinds.map { kind in
            "<li><svg viewBox=\"0 0 20 20\" aria-hidden=\"true\">\(DemoMark(kind: kind).svg(at: (10, 10), size: kind == .exact ? 6 : 4))</svg>\(kind.title)</li>"
        }
        let thinned = map.stride > 1 ? " Of \(map.stride) places that were found, one is drawn." : ""
        return """
            <figure class="map">
            <div class="paper">
            \(map.svg)
            <div class="scale" style="width:\(MapFrame.short(share * 100))%">\(metres >= 1000 ? "\(metres / 1000) km" : "\(metres) m")</div>
            </div>
            <figcaption>
            <ul class="legend">
            \(legend.joined(separator: "\n"))
            \(route == nil ? "" : "<li><svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path class=\"route\" d=\"M2 10L18 10\" stroke-width=\"4\"/></svg>a tour</li>")
            <li><span class="swatch park"></span>park</li>
            <li><span class="swatch water"></span>river</li>
            </ul>
            <p>North is at the top.\(thinned)<span class="hint"> Point at a mark to read its address.</span></p>
            </figcaption>
            </figure>
            """
    }

    /// What to do on the tour.
    private var tour: String {
        guard let route else { return "" }
        let lines = route.directionManeuvers.map { maneuver in
            let length = maneuver.lengthInMeters > 0 ? " (\(RouteFiles.words(metres: maneuver.lengthInMeters)))" : ""
            return "<li>\(maneuver.text.markupEscaped)\(length)</li>"
        }
        let words = "\(RouteFiles.words(metres: route.lengthInMeters)), \(RouteFiles.words(seconds: route.totalTime))"
        return """
            <h2>A tour</h2>
            <p>\(route.stops.count) of the addresses, in the order in which the way is shortest: \(words).</p>
            <div class="rows" tabindex="0" role="region" aria-label="Directions">
            <ol class="directions">
            \(lines.joined(separator: "\n"))
            </ol>
            </div>
            """
    }

    private var unmatched: String {
        let rows = results.filter { $0.kind == .unmatched || $0.kind == .tied }
        guard !rows.isEmpty else { return "<p>None: every row matched.</p>" }
        let lines = rows.prefix(Self.mostListed).map { result in
            "<tr><td>\(result.row.grouped)</td><td>\(result.written.markupEscaped)</td><td>\(result.reason.markupEscaped)</td></tr>"
        }
        let more = rows.count - lines.count
        return """
            <div class="rows" tabindex="0" role="region" aria-label="Rows that did not match">
            <table>
            <thead><tr><th scope="col">Row</th><th scope="col">As written</th><th scope="col">Why</th></tr></thead>
            <tbody>
            \(lines.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            \(more > 0 ? "<p>And \(more.grouped) more in <a href=\"results.csv\">results.csv</a>.</p>" : "")
            """
    }

    private var files: String {
        let files = [
            ("results.geojson", "what was found, over HTTP"), ("results.csv", "the same, offline"),
            ("offline-map/map.json", "the map that was taken offline, with its tiles and features beside it"),
            ("route.geojson", "the tour, also for what navigates: <a href=\"route.gpx\">route.gpx</a>"),
            ("letters.csv", "the addresses as people write them"), ("town.csv", "the addresses of the town"),
            (
                "workflow.svg",
                "the workflow, also as Mermaid and DOT: <a href=\"workflow.mmd\">workflow.mmd</a>, <a href=\"workflow.dot\">workflow.dot</a>"
            ),
        ]
        return "<ul>\n" + files.map { "<li><a href=\"\($0.0)\">\($0.0)</a>: \($0.1)</li>" }.joined(separator: "\n") + "\n</ul>"
    }
}

extension DemoResult.Kind {
    fileprivate var title: String {
        switch self {
        case .exact: "found as written"
        case .corrected: "found, corrected"
        case .tied: "more than one fits"
        case .unmatched: "not found"
        }
    }
}

extension Int {
    fileprivate var grouped: String { formatted(.number.locale(Locale(identifier: "en_GB"))) }
}
