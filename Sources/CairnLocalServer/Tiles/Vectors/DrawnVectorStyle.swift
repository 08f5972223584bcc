import CairnCore
import CairnGeo
import Foundation

/// A style of vector tiles (version 8 of the style specification) that draws layers as images of them are drawn. It has no letters and no pictures.
struct DrawnVectorStyle {
    private let name: String
    private let layers: [DrawnShapes]
    private let background: MapColor?

    init(name: String, _ layers: [DrawnShapes], _ background: MapColor?) {
        (self.name, self.layers, self.background) = (name, layers, background)
    }

    private static let source = "esri"

    var json: JSONValue {
        let ground = background.map { color -> JSONValue in
            ["id": "background", "type": "background", "paint": ["background-color": .string(color.css)]]
        }
        return [
            "version": 8, "name": .string(name),
            // From where the style is: both ways in which clients look for tiles.
            "sources": [
                Self.source: ["type": "vector", "url": "../../", "tiles": ["../../tile/{z}/{y}/{x}.pbf"]]
            ],
            "layers": .array((ground.map { [$0] } ?? []) + layers.flatMap(Self.layers)),
        ]
    }

    private static func layers(_ shapes: DrawnShapes) -> [JSONValue] {
        let style = shapes.layer.style
        var layers: [JSONValue] = []
        if let fill = style.fill, shapes.has(.areas) {
            layers.append(layer(shapes, "fill", "Polygon", ["fill-color": .string(fill.css), "fill-antialias": true]))
        }
        if let line = style.line, shapes.has(.areas) || shapes.has(.lines) {
            let paint: JSONValue = ["line-color": .string(line.css), "line-width": width(style, times: 1)]
            layers.append(layer(shapes, "line", nil, paint, layout: ["line-cap": "round", "line-join": "round"]))
        }
        if let fill = style.fill, shapes.has(.points) {
            let paint: JSONValue = ["circle-color": .string(fill.css), "circle-radius": width(style, times: 0.5)]
            layers.append(layer(shapes, "circle", "Point", paint))
        }
        return layers
    }

    private static func layer(
        _ shapes: DrawnShapes, _ type: String, _ kind: String?, _ paint: JSONValue, layout: JSONValue? = nil
    ) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string("\(shapes.layer.name)/\(type)"), "type": .string(type), "source": .string(source),
            "source-layer": .string(shapes.layer.name), "paint": paint,
        ]
        if let kind { members["filter"] = ["==", "$type", .string(kind)] }
        members["layout"] = layout
        members["minzoom"] = zoom(forScale: shapes.layer.minScale).map { .number($0) }
        // Levels between two whole ones are drawn with the tiles of the lower one.
        members["maxzoom"] = zoom(forScale: shapes.layer.maxScale).map { .number(min(24, $0 + 1)) }
        return .object(members)
    }

    /// Pixels that double with each level, from the one on at which they are as few as may be.
    private static func width(_ style: DrawnStyle, times factor: Double) -> JSONValue {
        let least = max(style.leastWidth, 0)
        let coarsest = TileInfo.webMercator(levels: 0...0, tileSize: DrawnVectorTiles.tileSize).levelsOfDetail[0].resolution
        guard style.width > 0, style.width.isFinite else { return .number(least * factor) }
        let start = least > 0 ? log2(least * coarsest / style.width).clamped(to: 0...22) : 0
        let stops = [start, 24].map { zoom -> JSONValue in
            [.number(zoom), .number(max(style.width * exp2(zoom) / coarsest, least) * factor)]
        }
        return ["base": 2, "stops": .array(stops)]
    }

    private static func zoom(forScale scale: Double) -> Double? {
        guard scale > 0 else { return nil }
        let coarsest = TileInfo.webMercator(levels: 0...0, tileSize: DrawnVectorTiles.tileSize).levelsOfDetail[0].scale
        return ((log2(coarsest / scale) * 1000).rounded() / 1000).clamped(to: 0...24)
    }
}
