/// What one export may have.
struct TileExportLimits: Sendable {
    let tiles: Int
    let bytes: Int
}
