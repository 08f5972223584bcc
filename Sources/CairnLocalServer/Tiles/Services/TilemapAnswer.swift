import CairnCore
import CairnGeo
import CairnTasks

/// Answers which tiles of a rectangle there are.
struct TilemapAnswer {
    private let source: any TileSource
    /// How many rows and columns are told at once.
    private static let mostTiles = 128

    init(_ source: any TileSource) { self.source = source }

    /// - Parameter path: Level, row, column, width and height.
    func answer(_ path: [String]) async throws -> ServiceAnswer {
        guard let first = TileKey(Array(path.prefix(3))), let width = Int(path[3]), let height = Int(path[4]),
            (1...Self.mostTiles).contains(width), (1...Self.mostTiles).contains(height)
        else {
            throw ServiceFailure.invalid(
                "tilemap", "the address is tilemap/LEVEL/ROW/COLUMN/WIDTH/HEIGHT, with 1 to \(Self.mostTiles) tiles each way")
        }
        var data: [JSONValue] = []
        for row in 0..<height {
            for column in 0..<width {
                try Task.checkCancellation()
                let key = TileKey(level: first.level, row: first.row + row, column: first.column + column)
                data.append(try await source.hasTile(at: key) ? 1 : 0)
            }
        }
        return ServiceAnswer([
            "adjusted": false, "data": .array(data),
            "location": [
                "left": .integer(first.column), "top": .integer(first.row), "width": .integer(width), "height": .integer(height),
            ],
        ])
    }
}
