import Cairn
import CairnCore
import Foundation

/// The tiles of the town with the results on them, as SVG within a page whose styles give it its colours.
struct DemoMap {
    let town: DemoTown
    private let tiles: [TownPicture.Tile]
    /// Of how many places that were found one is drawn.
    let stride: Int
    private let found: [(result: DemoResult, spot: TownSpot)]
    private let frame: MapFrame
    private let route: Route?

    /// As many as can be told apart, and as a browser draws at once.
    private static let mostMarks = 20_000

    init(town: DemoTown, tiles: [TownPicture.Tile], results: [DemoResult], route: Route? = nil) {
        (self.town, self.tiles, self.route) = (town, tiles, route)
        found = results.compactMap { result in result.spot.map { (result, $0) } }
        stride = max(1, (found.count + Self.mostMarks - 1) / Self.mostMarks)
        frame = MapFrame(showing: town.houses.map(\.spot))
    }

    var svg: String {
        let parts = [
            ground, marks, tour, labels("wide", size: 14, smallSize: 28 * frame.scale), labels("narrow", size: 34),
        ]
        return """
            <svg viewBox="0 0 \(MapFrame.short(MapFrame.width)) \(MapFrame.short(frame.height))" role="img" \
            aria-label="Map of \(DemoTown.city) with the addresses that were found">
            \(parts.joined(separator: "\n"))
            </svg>
            """
    }

    /// A round length for a scale bar, in metres, and its share of the map's width.
    var scaleBar: (metres: Int, share: Double) {
        let lengths = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
        let share = { (length: Int) in Double(length) * frame.scale / MapFrame.width }
        let length = lengths.last { share($0) <= 0.25 } ?? lengths[0]
        return (length, share(length))
    }

    private var ground: String {
        let images = tiles.map { tile in
            let (upper, lower) = (frame.point(tile.upperLeft), frame.point(tile.lowerRight))
            // A little more than its share, so that no gap is seen between two.
            let (width, height) = (MapFrame.short(lower.x - upper.x + 0.2), MapFrame.short(lower.y - upper.y + 0.2))
            return
                "<image x=\"\(MapFrame.short(upper.x))\" y=\"\(MapFrame.short(upper.y))\" width=\"\(width)\" height=\"\(height)\" "
                + "preserveAspectRatio=\"none\" href=\"data:image/png;base64,\(tile.image.base64EncodedString())\"/>"
        }
        return "<g class=\"tiles\">\n\(images.joined(separator: "\n"))\n</g>"
    }

    /// The line of the tour, and its stops by their numbers.
    private var tour: String {
        guard let route else { return "" }
        func point(_ position: Position) -> MapFrame.Point { frame.point(TownSpot(longitude: position.x, latitude: position.y)) }
        let lines = (route.geometry?.paths ?? []).map { path in
            "<path class=\"route\" d=\"\(MapFrame.path(path.map(point)))\" stroke-width=\"5\"/>"
        }
        let stops = route.stops.enumerated().map { index, stop in
            let place = point(stop.geometry.position)
            let (x, y) = (MapFrame.short(place.x), MapFrame.short(place.y))
            return "<g class=\"stop\"><circle cx=\"\(x)\" cy=\"\(y)\" r=\"12\"><title>\(stop.name.markupEscaped)</title></circle>"
                + "<text x=\"\(x)\" y=\"\(y)\" dy=\"5\">\(index + 1)</text></g>"
        }
        return (lines + stops).joined(separator: "\n")
    }

    private var river: [MapFrame.Point] { TownGround(grid: town.grid).river(town.grid.riverWidth / 2).map(frame.point) }

    private func course(_ street: TownStreet) -> [MapFrame.Point] { street.course(in: town.grid).map(frame.point) }

    private var marks: String {
        let size = max(0.9, min(6, 5.5 * frame.scale))
        return found.enumerated().filter { $0.offset.isMultiple(of: stride) }.map { _, place in
            DemoMark(kind: place.result.kind).svg(at: frame.point(place.spot), size: size, title: place.result.label)
        }.joined(separator: "\n")
    }

    /// The river's name and the main streets', and where there is room between the houses, the other streets'.
    private func labels(_ group: String, size: Double, smallSize: Double = 0) -> String {
        let isSmallShown = smallSize >= 8
        // The main streets first: who comes first finds room.
        let streets = town.streets.filter(\.isMain) + town.streets.filter { isSmallShown && !$0.isMain }
        let labels =
            [MapLabels.Label(text: "Cairn River", style: "river", size: size, line: river)]
            + streets.map { street in
                MapLabels.Label(
                    text: street.name, style: street.isMain ? "big" : "small", size: street.isMain ? size : min(smallSize, 12),
                    line: course(street))
            }
        let elements = MapLabels(labels, frame: frame, name: group).elements
        return "<g class=\"labels \(group)\">\n\(elements.joined(separator: "\n"))\n</g>"
    }
}
