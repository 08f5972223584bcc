import CairnCore
import Foundation

/// Writes a tile package.
final class CompactTileOutput: TileOutput {
    private let archive: ZipWriter
    private let bundles: TileBundleArchive

    init(_ url: URL) throws {
        archive = try ZipWriter(url: url)
        bundles = TileBundleArchive(archive, folder: "tile", beside: url)
    }

    func add(_ tile: Data, at key: TileKey) throws { try bundles.add(tile, at: key) }

    func finish(_ info: TileCacheInfo) throws {
        try bundles.finish()
        try archive.add(info.esriJSON.data(), named: "root.json")
        try archive.add(Self.item(info).data(), named: "iteminfo.json")
        try archive.finish()
    }

    /// What portals are told of the package.
    private static func item(_ info: TileCacheInfo) -> JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(info.name), "title": .string(info.name), "version": 1.0, "type": "Compact Tile Package",
            "typeKeywords": ["Compact Tile Package", "Tile Package", "tpkx"], "tags": "", "summary": .string(info.description),
            "description": .string(info.description), "snippet": "", "accessInformation": .string(info.attribution),
        ]
        let extent = info.fullExtent.flatMap { try? $0.projected(to: .wgs84) }
        members["extent"] = extent.map { Geometry.envelope($0).esriJSON }
        return .object(members)
    }
}
