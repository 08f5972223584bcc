import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Packages of tiles that are not what they say, or not there any more.
struct LyingTilePackageTests {
    private let folder: ZipFolder
    private static let key = TileKey(level: 3, row: 1, column: 1)
    private static let info = TileCacheInfo(name: "x", tileInfo: .webMercator(levels: 0...3))

    init() throws { folder = try ZipFolder() }

    private func package(_ root: String, bundle: String, _ data: Data) throws -> URL {
        let writer = try ZipWriter(url: folder["lying.tpkx"])
        try writer.add(Data(root.utf8), named: "root.json")
        try writer.add(data, named: bundle)
        try writer.finish()
        return folder["lying.tpkx"]
    }

    /// A package in a folder, with one tile.
    private func unpacked() async throws -> TileCache {
        let writer = try TileCacheWriter(to: folder["f.tpkx"], info: Self.info)
        try writer.add(Data("a tile".utf8), at: Self.key)
        try writer.finish()
        try ZipArchive(fileURL: folder["f.tpkx"]).unpack(to: folder["f"])
        let cache = TileCache(fileURL: folder["f"])
        try await cache.load()
        return cache
    }

    @Test(arguments: [(64, 100), (131_135, 100), (1 << 40 - 1, 1 << 24 - 1)] as [(UInt64, UInt64)])
    func `an index that points into itself, or beyond, is damage`(offset: UInt64, size: UInt64) async throws {
        var index = [UInt64](repeating: 0, count: 128 * 128)
        index[0] = size << 40 | offset
        let bundle = TileBundleFormat.beginning(index: index, largestTile: 1, size: TileBundleFormat.firstTile)
        let root = Self.info.esriJSON.text()
        let cache = TileCache(fileURL: try package(root, bundle: "tile/L03/R0000C0000.bundle", Data(bundle + [1, 2, 3])))
        try await cache.load()
        let error = await #expect(throws: TileCacheError.self) { try await cache.tile(at: TileKey(level: 3, row: 0, column: 0)) }
        #expect(error?.description.contains("does not lie among those of its bundle") == true)
        #expect(try await cache.tile(at: Self.key) == nil)
    }

    @Test(arguments: [
        #""minLOD":1e300,"maxLOD":-1e300"#, #""minLOD":-9007199254740992,"maxLOD":9007199254740992"#, #""minLOD":5,"maxLOD":"7""#,
        #""fullExtent":{"xmin":"NaN","ymin":1e300,"xmax":-1e300,"ymax":1}"#, #""tileBundlesPath":"../../etc""#,
        #""tileBundlesPath":"/etc""#, #""tileBundlesPath":"""#, #""tileImageInfo":{"compressionQuality":"NaN"}"#,
    ])
    func `a root that lies is refused, or has no such tiles`(members: String) async throws {
        let lods = #"[{"level":0,"resolution":1e300,"scale":1e300},{"level":999,"resolution":5e-324,"scale":5e-324}]"#
        let scheme = #"{"dpi":"NaN","origin":{"x":-1e300,"y":1e300},"lods":\#(lods)}"#
        let root = #"{"spatialReference":{"wkid":102100},"tileInfo":\#(scheme),\#(members)}"#
        let name = "tile/L00/R7fffffffffffff80C7fffffffffffff80.bundle"
        let cache = TileCache(fileURL: try package(root, bundle: name, Data(repeating: 0xFF, count: 140_000)))
        do { try await cache.load() } catch is TileCacheError { return }
        let info = try #require(cache.info)
        #expect((try? JSONValue(parsing: info.esriJSON.text())) != nil)
        #expect(try await cache.tile(at: TileKey(level: 0, row: 0, column: 0)) == nil)
        _ = info.tileInfo.tiles(in: Envelope(xMin: -1, yMin: -1, xMax: 1, yMax: 1), levels: [0, 999])
    }

    @Test func `a folder that is removed while it is open is not one without tiles`() async throws {
        let cache = try await unpacked()
        try FileManager.default.removeItem(at: folder["f"])
        let gone = TileCacheError.notFound(path: folder["f"].path)
        #expect(await #expect(throws: TileCacheError.self) { try await cache.tile(at: Self.key) } == gone)
        #expect(await #expect(throws: TileCacheError.self) { try await cache.forEachKeys { _ in } } == gone)
    }

    @Test func `a bundle that is made shorter while it is open is damage`() async throws {
        let cache = try await unpacked()
        #expect(try await cache.tile(at: Self.key) != nil)
        let bundle = folder["f"].appending(path: "tile/L03/R0000C0000.bundle")
        for size in [TileBundleFormat.firstTile + 2, 100, 0] {
            try FileDescriptor(bundle.path, O_RDWR).truncate(to: size)
            await #expect(throws: TileCacheError.self, "\(size)") { try await cache.tile(at: Self.key) }
        }
    }

    @Test(arguments: ["tile", "tile/L03", "tile/L03/R0000C0000.bundle"])
    func `a link in a folder is not followed, and the folder may be one`(place: String) async throws {
        let cache = try await unpacked()
        let (linked, inner) = (folder["link"], folder["f"].appending(path: place))
        try FileManager.default.createSymbolicLink(at: linked, withDestinationURL: folder["f"])
        let other = TileCache(fileURL: linked)
        try await other.load()
        #expect(try await other.tile(at: Self.key) == Data("a tile".utf8))
        #expect(try PackageFiles(url: linked).names().count == 3)
        try FileManager.default.moveItem(at: inner, to: folder["elsewhere"])
        try FileManager.default.createSymbolicLink(at: inner, withDestinationURL: folder["elsewhere"])
        let error = await #expect(throws: ZipError.self) { try await cache.tile(at: Self.key) }
        #expect(error == .link(path: folder["f"].path, name: "tile/L03/R0000C0000.bundle"))
        #expect(throws: ZipError.self) { try PackageFiles(url: linked).names() }
    }

    @Test func `a link is not followed to what has an accent for its first letter`() throws {
        for name in ["f", "elsewhere"] {
            try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
        }
        try Data("secret".utf8).write(to: folder["elsewhere"].appending(path: "\u{301}x"))
        try FileManager.default.createSymbolicLink(
            at: folder["f"].appending(path: "link"), withDestinationURL: folder["elsewhere"])
        let files = try PackageFiles(url: folder["f"])
        #expect(throws: ZipError.self) { try files.contents(of: "link/\u{301}x") }
    }
}
