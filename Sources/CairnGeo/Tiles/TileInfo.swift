import CairnCore

/// How a place is divided into tiles: the scheme of a tiled service, or of a file of tiles.
///
/// Tiles of a level lie side by side from the origin to the right and downwards; each shows `tileWidth × resolution` by
/// `tileHeight × resolution` map units.
public struct TileInfo: Sendable, Hashable {
    /// Pixels an inch, which connect resolutions with scales.
    public var dpi: Double
    /// What the tiles are, as the service says it.
    public var format: TileImageFormat
    /// The levels, the least detailed first.
    public var levelsOfDetail: [LevelOfDetail]
    /// The upper left corner of tile 0/0 of each level.
    public var origin: Position
    /// What coordinates mean.
    public var spatialReference: SpatialReference
    /// The height of a tile in pixels.
    public var tileHeight: Int
    /// The width of a tile in pixels.
    public var tileWidth: Int

    /// A scheme.
    public init(
        dpi: Double = 96, format: TileImageFormat = .png, levelsOfDetail: [LevelOfDetail], origin: Position,
        spatialReference: SpatialReference, tileHeight: Int = 256, tileWidth: Int = 256
    ) {
        (self.dpi, self.format) = (dpi, format)
        self.levelsOfDetail = levelsOfDetail.sorted { $0.resolution > $1.resolution }
        (self.origin, self.spatialReference) = (origin, spatialReference)
        (self.tileHeight, self.tileWidth) = (tileHeight, tileWidth)
    }

    /// The scheme of most web maps: the world in Web Mercator, one tile at level 0, each level twice as detailed as the one before.
    ///
    /// - Parameters:
    ///   - levels: Which of them, within 0…30.
    ///   - tileSize: The side of a tile in pixels, 256 or 512.
    ///   - format: What the tiles are.
    public static func webMercator(
        levels: ClosedRange<Int> = 0...23, tileSize: Int = 256, format: TileImageFormat = .png
    ) -> TileInfo {
        let (edge, dpi) = (WebMercator.radius * .pi, 96.0)
        let lods = levels.clamped(to: 0...30).map { level in
            let resolution = 2 * edge / Double(max(1, tileSize) << level)
            return LevelOfDetail(level: level, resolution: resolution, scale: resolution * dpi / metresPerInch)
        }
        return TileInfo(
            dpi: dpi, format: format, levelsOfDetail: lods, origin: Position(x: -edge, y: edge), spatialReference: .webMercator,
            tileHeight: tileSize, tileWidth: tileSize)
    }

    private static let metresPerInch = 0.0254
}

extension TileInfo {
    /// The level of a number.
    public func levelOfDetail(_ level: Int) -> LevelOfDetail? { levelsOfDetail.first { $0.level == level } }

    /// The least detailed level that shows a scale without being enlarged; the most detailed one, if there is none.
    ///
    /// - Parameter scale: The denominator.
    public func levelOfDetail(forScale scale: Double) -> LevelOfDetail? {
        // Scales are written with few digits.
        levelsOfDetail.first { $0.scale <= scale * 1.001 } ?? levelsOfDetail.last
    }

    /// The numbers of the levels between two scales.
    ///
    /// - Parameters:
    ///   - minScale: The denominator of the scale from which on; 0 for the least detailed.
    ///   - maxScale: The denominator of the scale up to which; 0 for the most detailed.
    public func levels(fromScale minScale: Double, toScale maxScale: Double) -> [Int] {
        levelsOfDetail.filter { lod in
            (minScale <= 0 || lod.scale <= minScale * 1.001) && (maxScale <= 0 || lod.scale >= maxScale / 1.001)
        }.map(\.level)
    }

    /// The tile of a level in which a place lies; on the edge of two, the one to the right or below. nil where the level has none.
    public func tile(at position: Position, level: Int) -> TileKey? {
        guard let size = tileSize(level), let row = Self.index((origin.y - position.y) / size.height),
            let column = Self.index((position.x - origin.x) / size.width)
        else { return nil }
        return TileKey(level: level, row: row, column: column)
    }

    /// What a tile shows; nil if there is no such level.
    public func extent(of key: TileKey) -> Envelope? {
        guard let size = tileSize(key.level) else { return nil }
        let (left, top) = (origin.x + Double(key.column) * size.width, origin.y - Double(key.row) * size.height)
        return Envelope(
            xMin: left, yMin: top - size.height, xMax: left + size.width, yMax: top, spatialReference: spatialReference)
    }

    /// The tiles of a level that show some of a rectangle; nil if there are none, or no such level.
    ///
    /// - Parameters:
    ///   - extent: In the scheme's spatial reference.
    ///   - level: The number of the level.
    public func tiles(in extent: Envelope, level: Int) -> TileRange? {
        guard let size = tileSize(level) else { return nil }
        let first = ((extent.xMin - origin.x) / size.width, (origin.y - extent.yMax) / size.height)
        let last = ((extent.xMax - origin.x) / size.width, (origin.y - extent.yMin) / size.height)
        guard let columns = Self.indices(first.0, last.0), let rows = Self.indices(first.1, last.1) else { return nil }
        return TileRange(level: level, rows: rows, columns: columns)
    }

    /// The tiles that show some of a rectangle, of some levels.
    public func tiles(in extent: Envelope, levels: some Sequence<Int>) -> [TileRange] {
        levels.compactMap { tiles(in: extent, level: $0) }
    }

    private func tileSize(_ level: Int) -> (width: Double, height: Double)? {
        levelOfDetail(level).map { (Double(tileWidth) * $0.resolution, Double(tileHeight) * $0.resolution) }
    }

    /// No level has more rows or columns.
    static let mostTiles = 1 << 31

    private static func index(_ number: Double) -> Int? {
        guard let index = Int(rounding: number, .down), (0..<mostTiles).contains(index) else { return nil }
        return index
    }

    /// From the first to the last, without one that is only touched.
    private static func indices(_ first: Double, _ last: Double) -> ClosedRange<Int>? {
        // What rounding has moved by a billionth of a tile lies on the edge.
        let (first, last) = ((first + 1e-9).rounded(.down), (last - 1e-9).rounded(.up) - 1)
        guard last >= 0, first < Double(mostTiles), first <= max(last, first), !first.isNaN, !last.isNaN,
            let low = Int(rounding: max(first, 0)), let high = Int(rounding: min(max(last, first), Double(mostTiles - 1)))
        else { return nil }
        return low <= high ? low...high : nil
    }
}
