public import Foundation

/// In what a file of tiles is written.
public enum TileCacheFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// Esri's tile package, of Compact Cache V2 (`.tpkx`).
    case tilePackage = "tpkx"
    /// A table of SQLite (`.mbtiles`), which most other software reads.
    case mbTiles = "mbtiles"

    /// What the name of a file says; nil for what is not written here.
    public init?(of url: URL) { self.init(rawValue: url.pathExtension.lowercased()) }
}
