import CairnCore
import CairnGeo
import Foundation

/// The images of a file, which is opened when it is first asked for.
struct CachedTiles: TileSource {
    let cache: TileCache

    var info: TileCacheInfo {
        get async throws {
            try await cache.retryLoad()
            guard let info = cache.info else { throw TileCacheError.notLoaded(path: cache.fileURL.path) }
            return info
        }
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? {
        try await cache.retryLoad()
        return try await cache.tile(at: key)
    }
}

/// The vector tiles of a file, which is opened when it is first asked for.
struct CachedVectorTiles: TileSource {
    let cache: VectorTileCache

    var info: TileCacheInfo {
        get async throws {
            try await cache.retryLoad()
            guard let info = cache.info else { throw TileCacheError.notLoaded(path: cache.fileURL.path) }
            return info
        }
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? {
        try await cache.retryLoad()
        return try await cache.packedTile(at: key)
    }

    @concurrent
    func resource(at path: String) async throws -> Data? {
        try await cache.retryLoad()
        return try cache.resource(at: path)
    }

    @concurrent
    func resourcePaths() async throws -> [String] {
        try await cache.retryLoad()
        return try cache.resourcePaths()
    }
}
