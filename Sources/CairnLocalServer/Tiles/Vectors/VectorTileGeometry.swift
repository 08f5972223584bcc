import CairnCore

/// The commands that draw a feature of a vector tile (Mapbox Vector Tile 2.1, 4.3).
struct VectorTileGeometry {
    /// How many units the side of a tile has.
    static let units: UInt64 = 4096
    static let extent = Double(units)
    /// How far beyond the sides features reach, so that their outlines are not seen where tiles meet.
    static let buffer = 64.0

    typealias Cell = SIMD2<Int>

    private(set) var commands: [UInt64] = []
    private var cursor = Cell(0, 0)

    var isEmpty: Bool { commands.isEmpty }

    /// The shape on a tile, as far as it is there.
    ///
    /// - Parameter place: Where a place of the map is on the tile, in its units.
    init(_ shape: DrawnShape, _ place: (SIMD2<Double>) -> SIMD2<Double>) {
        switch shape.kind {
        case .points: addPoints(shape.parts[0].map(place).filter(TileClip.contains).map(Self.cell))
        case .lines:
            for line in shape.parts {
                for piece in TileClip.pieces(of: line.map(place)) { addLine(Self.cells(piece)) }
            }
        case .areas:
            for area in shape.areas { addArea(shape.parts[area].map { TileClip.ring($0.map(place)) }) }
        }
    }

    private static func cell(_ point: SIMD2<Double>) -> Cell { Cell(Int(rounding: point.x) ?? 0, Int(rounding: point.y) ?? 0) }

    /// Whole numbers, without those that say nothing: the same again, and what lies straight between two others.
    private static func cells(_ points: [SIMD2<Double>]) -> [Cell] {
        var cells: [Cell] = []
        for point in points {
            let next = cell(point)
            if cells.last == next { continue }
            if cells.count >= 2, isStraight(cells[cells.count - 2], cells[cells.count - 1], next) { cells.removeLast() }
            cells.append(next)
        }
        return cells
    }

    /// Whether the way goes on in the same direction.
    private static func isStraight(_ from: Cell, _ over: Cell, _ to: Cell) -> Bool {
        let (first, second) = (over &- from, to &- over)
        return first.x * second.y == first.y * second.x && first.x * second.x + first.y * second.y > 0
    }

    private mutating func addPoints(_ cells: [Cell]) {
        guard !cells.isEmpty else { return }
        command(1, cells.count)
        cells.forEach { move($0) }
    }

    private mutating func addLine(_ cells: [Cell]) {
        guard cells.count >= 2 else { return }
        command(1, 1)
        move(cells[0])
        command(2, cells.count - 1)
        cells.dropFirst().forEach { move($0) }
    }

    /// An outer ring, and its holes. Without the one there are none of the others.
    private mutating func addArea(_ rings: [[SIMD2<Double>]]) {
        for (index, ring) in rings.enumerated() {
            var cells = Self.cells(ring)
            if cells.count > 1, cells.first == cells.last { cells.removeLast() }
            let area = Self.area(cells)
            guard cells.count >= 3, area != 0 else {
                if index == 0 { return }
                continue
            }
            // In the coordinates of tiles, whose y points downwards, outer rings have a positive area.
            addRing((area > 0) == (index == 0) ? cells : cells.reversed())
        }
    }

    private mutating func addRing(_ cells: [Cell]) {
        command(1, 1)
        move(cells[0])
        command(2, cells.count - 1)
        cells.dropFirst().forEach { move($0) }
        command(7, 1)
    }

    /// Twice the area in a ring, by the surveyor's formula.
    private static func area(_ cells: [Cell]) -> Int {
        guard var last = cells.last else { return 0 }
        var sum = 0
        for cell in cells {
            sum += last.x * cell.y - cell.x * last.y
            last = cell
        }
        return sum
    }

    private mutating func command(_ id: Int, _ count: Int) { commands.append(UInt64(id | count << 3)) }

    private mutating func move(_ cell: Cell) {
        for way in [cell.x - cursor.x, cell.y - cursor.y] { commands.append(UInt64(bitPattern: Int64(way << 1 ^ way >> 63))) }
        cursor = cell
    }
}
