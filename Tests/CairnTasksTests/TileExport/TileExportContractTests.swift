import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Each kind of work keeps the contract of jobs: stopped after any checkpoint it comes to the same, in another process too.
@Suite(.timeLimit(.minutes(5)))
struct TileExportContractTests {
    private func tiles(_ cache: TileCache) async throws -> [TileKey: Data] {
        try await cache.load()
        var tiles: [TileKey: Data] = [:]
        for key in try await cache.allKeys() { tiles[key] = try await cache.tile(at: key) }
        return tiles
    }

    /// Everything below a folder, by its path.
    private func contents(_ folder: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            files[name] = try? Data(contentsOf: folder.appending(path: name))
        }
        return files
    }

    @Test func `exports of images`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let expected = try await tiles(site.exportJob().run().tileCache)
        #expect(expected.count == 85)
        let contract = JobWorkContract<ExportTileCacheWork>(
            isSame: { one, two in one == two ? try await tiles(two.tileCache) == expected : false },
            make: { (try site.exportWork(), site.access()) })
        try await contract.verify()
        #expect(site.names == [site.file.lastPathComponent], "\(site.names)")
    }

    @Test func `exports of vector tiles with what styles them`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        let first = try await site.vectorJob().run()
        let (tiles, styles) = (try Data(contentsOf: first.url), try contents(site.styles))
        #expect(styles.count == 4)
        let contract = JobWorkContract<ExportVectorTilesWork>(
            isSame: { one, two in
                try one == two && Data(contentsOf: two.url) == tiles && contents(site.styles) == styles
            },
            make: {
                for name in site.names { try FileManager.default.removeItem(at: site.folder.appending(path: name)) }
                let work = ExportVectorTilesWork(
                    service: try ServiceURL(site.vectorService), parameters: ExportVectorTilesParameters(maxLevel: 3),
                    output: site.vectorFile, itemResourceCache: site.styles)
                return (work, site.access())
            })
        try await contract.verify()
        #expect(Set(site.names).isSubset(of: [site.vectorFile.lastPathComponent, "styles"]), "\(site.names)")
    }

    @Test func `styles alone, with the service's list and without`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        for isListed in [true, false] {
            let server = site.server
            let transport = StubTransport { request in
                guard !isListed, request.url.path().hasSuffix("/resources/info") else { return try await server.send(request) }
                return HTTPResponse(status: 404)
            }
            let contract = JobWorkContract<ExportStyleResourceCacheWork>(
                isSame: { one, two in try one == two && contents(two.url).count == (isListed ? 4 : 3) },
                make: {
                    try? FileManager.default.removeItem(at: site.styles)
                    let work = ExportStyleResourceCacheWork(service: try ServiceURL(site.vectorService), output: site.styles)
                    return (work, site.access(transport))
                })
            try await contract.verify()
        }
    }

    @Test func `estimates`() async throws {
        let site = try TileExportSite()
        defer { site.discard() }
        try await JobWorkContract<EstimateTileCacheSizeWork> {
            let parameters = ExportTileCacheParameters(levelIDs: [0, 1, 2])
            return (EstimateTileCacheSizeWork(service: try ServiceURL(site.map), parameters: parameters), site.access())
        }.verify()
    }
}
