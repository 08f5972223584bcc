import CairnGeo

/// Goes through the tiles of a level that show some of areas, bundle by bundle.
struct TileWalk {
    private let scheme: TileInfo
    private let range: TileRange
    private let edges: AreaEdges
    /// Each with what there is in the block around it; nil for the first.
    private var pending: [(block: TileBlock, around: AreaEdges.Cover?)]

    /// - Parameter isEverything: Whether all tiles of the range count, whatever the areas are.
    init(_ scheme: TileInfo, _ range: TileRange, _ edges: AreaEdges, isEverything: Bool) {
        (self.scheme, self.range, self.edges) = (scheme, range, edges)
        pending = [(.around(range), isEverything ? .whole : nil)]
    }

    /// The tiles of the next bundle that has some, in their order; nil at the end.
    mutating func next(_ work: inout PacedWork) async throws -> [TileKey]? {
        while let (block, around) = pending.popLast() {
            guard let cover = try await cover(block, around, &work) else { continue }
            if block.side > TileBlock.bundleSide {
                pending += block.quarters.reversed().map { ($0, cover) }
            } else {
                return try await tiles(block, cover, &work).sorted()
            }
        }
        return nil
    }

    private func tiles(_ block: TileBlock, _ cover: AreaEdges.Cover, _ work: inout PacedWork) async throws -> [TileKey] {
        var (pending, keys) = ([(block, cover)], [TileKey]())
        while let (block, cover) = pending.popLast() {
            if cover.isWhole || block.side == 1 {
                keys += block.part(of: range).map { Array($0.keys) } ?? []
                continue
            }
            for quarter in block.quarters {
                if let inner = try await self.cover(quarter, cover, &work) { pending.append((quarter, inner)) }
            }
        }
        return keys
    }

    /// What there is in a block; nil if it has no tile that counts. A tile that has only its edge in common with an area does not.
    private func cover(
        _ block: TileBlock, _ around: AreaEdges.Cover?, _ work: inout PacedWork
    ) async throws -> AreaEdges.Cover? {
        guard block.part(of: range) != nil, let box = block.box(scheme, level: range.level) else { return nil }
        try await work.take(1 + (around?.steps ?? edges.count))
        let cover = around.map { edges.cover(box, within: $0) } ?? edges.cover(box)
        return cover.isEmpty ? nil : cover
    }
}
