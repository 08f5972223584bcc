import Cairn
import CairnLocalServer

extension DemoTown {
    /// The town as map images and as vector tiles, by the names of their services.
    var tiles: [String: PublishedTiles] {
        let layers = TownLayers(town: self)
        let images = LazyTiles {
            try DrawnTiles(
                name: Self.city, layers: layers.all, background: TownLayers.land, levels: 0...19, fullExtent: layers.extent)
        }
        let vectors = LazyTiles {
            try DrawnVectorTiles(
                name: Self.city, layers: layers.all, background: TownLayers.land, levels: 0...16, fullExtent: layers.extent)
        }
        return [Self.city: PublishedTiles(images), "\(Self.city)Vectors": PublishedTiles(vectors, as: .vectors)]
    }
}

/// The town as features, and how they are drawn.
struct TownLayers: Sendable {
    let town: DemoTown

    static let land = MapColor(0xE9EDDC)
    /// A metre of the ground is so many of the map there.
    private static let stretch = 1.39

    var all: [DrawnLayer] {
        let ground = TownGround(grid: town.grid)
        let roads = ground.roads.map { Self.line($0, [:]) }
        let streets = { (isMain: Bool) in town.streets.filter { $0.isMain == isMain }.map(street) }
        return [
            DrawnLayer("Gardens", town.streets.map(street), style: Self.lines(0xE3DDD0, 84)),
            DrawnLayer("Parks", ground.parks.map { Self.area($0, [:]) }, style: DrawnStyle(fill: MapColor(0xB5D6A3))),
            DrawnLayer("River", [Self.area(ground.water, ["name": "Cairn River"])], style: DrawnStyle(fill: MapColor(0x9CC9EA))),
            DrawnLayer(
                "Houses", town.houses.map(house), style: DrawnStyle(fill: MapColor(0xC4B7A6), line: MapColor(0xA79A88)),
                minScale: 20_000),
            DrawnLayer("Roads", roads, style: Self.lines(0xFFFEFB, 10)),
            DrawnLayer("Streets", streets(false), style: Self.lines(0xFFFEFB, 9), minScale: 100_000),
            DrawnLayer("Main streets", streets(true), style: Self.lines(0xFDE9B0, 16)),
        ]
    }

    /// What is shown: all houses, with a margin.
    var extent: Envelope? {
        let spots = town.houses.map(\.spot)
        let margin = 300.0
        let corners = spots.flatMap {
            [TownSpot(x: $0.x - margin, y: $0.y - margin), TownSpot(x: $0.x + margin, y: $0.y + margin)]
        }
        return Envelope(around: corners.map(Self.position), spatialReference: .wgs84)
    }

    private static func lines(_ color: UInt32, _ metres: Double) -> DrawnStyle {
        DrawnStyle(line: MapColor(color), width: metres * stretch)
    }

    private static func position(_ spot: TownSpot) -> Position { Position(x: spot.longitude, y: spot.latitude) }

    private static func line(_ spots: [TownSpot], _ attributes: Attributes) -> Feature {
        let line = Polyline(paths: [spots.map(position)], spatialReference: .wgs84)
        return Feature(attributes: attributes, geometry: .polyline(line))
    }

    private static func area(_ spots: [TownSpot], _ attributes: Attributes) -> Feature {
        let ring = spots.map(position)
        let polygon = Geometry.Polygon(rings: [ring + ring.prefix(1)], spatialReference: .wgs84)
        return Feature(attributes: attributes, geometry: .polygon(polygon))
    }

    private func street(_ street: TownStreet) -> Feature {
        Self.line(street.course(in: town.grid), ["name": .string(street.name)])
    }

    private func house(_ house: DemoTown.House) -> Feature {
        let corners = [(-5.0, -4.0), (-5, 4), (5, 4), (5, -4)].map { TownSpot(x: house.spot.x + $0.0, y: house.spot.y + $0.1) }
        return Self.area(corners, ["number": .integer(house.number), "street": .string(house.street)])
    }
}
