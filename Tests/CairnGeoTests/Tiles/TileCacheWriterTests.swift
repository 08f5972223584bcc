import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// What writers of tiles do after their end, and after a failure.
struct TileCacheWriterTests {
    private let folder: ZipFolder
    private static let info = TileCacheInfo(name: "x", tileInfo: .webMercator(levels: 0...9))
    private static let tile = Data("a tile".utf8)

    init() throws { folder = try ZipFolder() }

    /// A tile of a bundle of its own.
    private static func key(_ number: Int) -> TileKey { TileKey(level: 9, row: 1 + number * 128, column: 1) }

    @Test(arguments: TileCacheFormat.allCases)
    func `a finished file stays as it is, and more is refused`(format: TileCacheFormat) throws {
        let url = folder["end.\(format.rawValue)"]
        let writer = try TileCacheWriter(to: url, info: Self.info)
        try writer.add(Self.tile, at: Self.key(0))
        try writer.finish()
        let before = try Data(contentsOf: url)
        let finished = TileCacheError.finished(path: url.path)
        #expect(#expect(throws: TileCacheError.self) { try writer.add(Self.tile, at: Self.key(1)) } == finished)
        #expect(#expect(throws: TileCacheError.self) { try writer.add(Self.tile, at: Self.key(0)) } == finished)
        #expect(#expect(throws: TileCacheError.self) { try writer.finish() } == finished)
        #expect(try Data(contentsOf: url) == before)
        #expect(folder.names == [url.lastPathComponent])
    }

    @Test func `a finished file of vector tiles stays as it is, and more is refused`() throws {
        let url = folder["end.vtpk"]
        let writer = try VectorTileCacheWriter(to: url, info: Self.info)
        try writer.add(Self.tile, at: Self.key(0))
        try writer.finish()
        let before = try Data(contentsOf: url)
        let finished = TileCacheError.finished(path: url.path)
        #expect(#expect(throws: TileCacheError.self) { try writer.add(Self.tile, at: Self.key(1)) } == finished)
        #expect(#expect(throws: TileCacheError.self) { try writer.addResource(Data(), at: "x") } == finished)
        #expect(#expect(throws: TileCacheError.self) { try writer.finish() } == finished)
        #expect(try Data(contentsOf: url) == before)
    }

    /// Takes away the temporary file under a writer.
    private func removeFiles() throws { for name in folder.names { try FileManager.default.removeItem(at: folder[name]) } }

    @Test func `after a tile that could not be written all is refused with the first error, and nothing is left`() throws {
        let writer = try TileCacheWriter(to: folder["x.tpkx"], info: Self.info)
        for number in [0, 1] { try writer.add(Self.tile, at: Self.key(number)) }
        try removeFiles()
        // It has to be copied out of what is gone, for one more tile.
        let other = TileKey(level: 9, row: 2, column: 2)
        let first = try #require(#expect(throws: SystemError.self) { try writer.add(Self.tile, at: other) })
        #expect(folder.names.isEmpty)
        for number in [0, 1, 2] {
            #expect(#expect(throws: SystemError.self) { try writer.add(Self.tile, at: Self.key(number)) } == first)
        }
        #expect(#expect(throws: SystemError.self) { try writer.finish() } == first)
        #expect(folder.names.isEmpty)
    }

    @Test func `after an end that failed all is refused with the first error`() throws {
        let writer = try TileCacheWriter(to: folder["x.mbtiles"], info: Self.info)
        try removeFiles()
        let first = try #require(#expect(throws: SystemError.self) { try writer.finish() })
        #expect(#expect(throws: SystemError.self) { try writer.add(Self.tile, at: Self.key(0)) } == first)
        #expect(#expect(throws: SystemError.self) { try writer.finish() } == first)
    }

    @Test func `after a resource that could not be written all is refused with the first error`() throws {
        let writer = try VectorTileCacheWriter(to: folder["x.vtpk"], info: Self.info)
        try writer.addResource(Data(), at: "../x")
        let first = try #require(#expect(throws: ZipError.self) { try writer.finish() })
        #expect(folder.names.isEmpty)
        #expect(#expect(throws: ZipError.self) { try writer.add(Self.tile, at: Self.key(0)) } == first)
        #expect(#expect(throws: ZipError.self) { try writer.finish() } == first)
    }

    @Test(arguments: [9, 10]) func `a scheme with one level twice is none of an mbtiles`(number: Int) throws {
        var info = Self.info
        var twice = info.tileInfo.levelsOfDetail[9]
        twice.level = number
        info.tileInfo.levelsOfDetail.append(twice)
        let error = #expect(throws: TileCacheError.self) { try TileCacheWriter(to: folder["x.mbtiles"], info: info) }
        #expect(error?.description.contains("the level \(number) twice") == true)
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: TileCacheFormat.allCases)
    func `of two writers to one path each writes its own file, and the last stays`(format: TileCacheFormat) async throws {
        let url = folder["both.\(format.rawValue)"]
        let one = try TileCacheWriter(to: url, info: Self.info)
        try one.add(Data("one".utf8), at: Self.key(0))
        let two = try TileCacheWriter(to: url, info: Self.info)
        try two.add(Data("two".utf8), at: Self.key(0))
        try two.finish()
        try one.finish()
        let cache = TileCache(fileURL: url)
        try await cache.load()
        #expect(try await cache.tile(at: Self.key(0)) == Data("one".utf8))
    }
}
