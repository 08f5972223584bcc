import CairnCore
import CairnGeo

/// The tiles of an export: those of some levels that show some of an area.
struct TileSelection: Sendable {
    private let scheme: TileInfo
    private let levels: [Int]
    /// Around all of the area, as far as there is something to be seen.
    let extent: Envelope
    /// Polygons of which tiles show some; without any all tiles of the extent count.
    private let areas: [Geometry]
    private let limit: Int

    /// Bundles of packages have so many rows and columns.
    private static let side = 128

    init(_ scheme: TileInfo, levels: [Int], extent: Envelope, areas: [Geometry], limit: Int) {
        (self.scheme, self.levels, self.extent, self.areas, self.limit) = (scheme, levels, extent, areas, limit)
    }

    /// How many tiles there are.
    ///
    /// - Throws: ``TileExportFailure/tooMany(limit:)``; what telling polygons apart throws.
    func count() throws -> Int {
        var sum = 0
        let ranges = scheme.tiles(in: extent, levels: levels)
        guard !areas.isEmpty else {
            for range in ranges {
                guard range.count <= limit - sum else { throw TileExportFailure.tooMany(limit: limit) }
                sum += range.count
            }
            return sum
        }
        let areas = try prepared()
        for range in ranges {
            var pending = [Block.around(range)]
            while let keys = try next(&pending, range, areas) {
                guard keys.count <= limit - sum else { throw TileExportFailure.tooMany(limit: limit) }
                sum += keys.count
                try Task.checkCancellation()
            }
        }
        return sum
    }

    /// All tiles, bundle by bundle.
    func forEach(_ body: ([TileKey]) async throws -> Void) async throws {
        let areas = try prepared()
        for range in scheme.tiles(in: extent, levels: levels) {
            var pending = [Block.around(range)]
            while let keys = try next(&pending, range, areas) { try await body(keys) }
        }
    }

    private func prepared() throws -> [PreparedGeometry] { try areas.map { try PreparedGeometry($0) } }

    /// A square of tiles, whose side is a power of two.
    private struct Block {
        let row, column, side: Int

        /// The least that holds a range, with the first tile of its level.
        static func around(_ range: TileRange) -> Block {
            var side = TileSelection.side
            while side <= max(range.rows.upperBound, range.columns.upperBound) { side *= 2 }
            return Block(row: 0, column: 0, side: side)
        }

        var quarters: [Block] {
            let half = side / 2
            return [(0, 0), (0, half), (half, 0), (half, half)].map {
                Block(row: row + $0.0, column: column + $0.1, side: half)
            }
        }

        /// What of it is in a range.
        func part(of range: TileRange) -> TileRange? {
            let (last, right) = (row + side - 1, column + side - 1)
            guard row <= range.rows.upperBound, last >= range.rows.lowerBound, column <= range.columns.upperBound,
                right >= range.columns.lowerBound
            else { return nil }
            return TileRange(
                level: range.level, rows: range.rows.clamped(to: row...last), columns: range.columns.clamped(to: column...right))
        }
    }

    /// The tiles of the next bundle that has some, in their order; nil at the end.
    private func next(
        _ pending: inout [Block], _ range: TileRange, _ areas: [PreparedGeometry]
    ) throws -> [TileKey]? {
        while let block = pending.popLast() {
            guard let part = block.part(of: range), try isTouched(part, areas) else { continue }
            guard block.side <= Self.side else {
                pending += block.quarters.reversed()
                continue
            }
            if areas.isEmpty { return Array(part.keys) }
            return try tiles(in: block, range, areas).sorted()
        }
        return nil
    }

    private func tiles(in block: Block, _ range: TileRange, _ areas: [PreparedGeometry]) throws -> [TileKey] {
        var (pending, keys) = ([block], [TileKey]())
        while let block = pending.popLast() {
            guard let part = block.part(of: range), try isTouched(part, areas) else { continue }
            if block.side == 1 {
                keys.append(TileKey(level: range.level, row: block.row, column: block.column))
            } else {
                pending += block.quarters
            }
        }
        return keys
    }

    /// Whether tiles show some of the area. One that has only its edge in common does not.
    private func isTouched(_ range: TileRange, _ areas: [PreparedGeometry]) throws -> Bool {
        guard !areas.isEmpty else { return true }
        let first = TileKey(level: range.level, row: range.rows.lowerBound, column: range.columns.lowerBound)
        let last = TileKey(level: range.level, row: range.rows.upperBound, column: range.columns.upperBound)
        guard let upper = scheme.extent(of: first), let lower = scheme.extent(of: last) else { return false }
        let margin = (upper.xMax - upper.xMin) * 1e-9
        let box = Envelope(
            xMin: upper.xMin + margin, yMin: lower.yMin + margin, xMax: lower.xMax - margin, yMax: upper.yMax - margin,
            spatialReference: scheme.spatialReference)
        return try areas.contains { try $0.intersects(.envelope(box)) }
    }
}
