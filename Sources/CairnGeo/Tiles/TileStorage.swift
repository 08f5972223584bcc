import CairnCore
import Foundation

/// Where the tiles of a file are.
enum TileStorage: Sendable {
    case compact(CompactTiles)
    case database(MBTilesConnection)

    @concurrent
    func tile(at key: TileKey) async throws -> Data? {
        switch self {
        // Some bytes of a local file, as a mapped one would bring them: not worth the way to another thread.
        case .compact(let tiles): try tiles.tile(at: key)
        case .database(let connection): try await connection.tile(at: key)
        }
    }
}

/// A file of tiles that has been opened.
struct OpenedTiles: Sendable {
    let info: TileCacheInfo
    let storage: TileStorage
    /// What else is in the package.
    let files: PackageFiles?
}

extension OpenedTiles {
    /// Opens a package of images: a zip archive, a folder, or an SQLite file.
    @concurrent
    static func images(at url: URL) async throws -> OpenedTiles {
        guard FileManager.default.fileExists(atPath: url.path) else { throw TileCacheError.notFound(path: url.path) }
        if try MBTilesConnection.isDatabase(url) {
            let connection = MBTilesConnection(url)
            let info = try await connection.info()
            guard info.tileInfo.format != .pbf else { throw TileCacheError.vectorTiles(path: url.path) }
            return OpenedTiles(info: info, storage: .database(connection), files: nil)
        }
        return try images(in: package(at: url))
    }

    static func package(at url: URL) throws -> PackageFiles {
        do { return try PackageFiles(url: url) } catch ZipError.notAnArchive {
            throw TileCacheError.notATileCache(path: url.path)
        }
    }

    static func images(in files: PackageFiles) throws -> OpenedTiles {
        guard let json = try root(of: files, at: "root.json") else { throw other(files) }
        let info = try described(json, files)
        guard info.tileInfo.format != .pbf else { throw TileCacheError.vectorTiles(path: files.path) }
        guard isCompact(json) else { throw TileCacheError.notATileCache(path: files.path) }
        let path = json["tileBundlesPath"]?.string ?? "./tile"
        let tiles = CompactTiles(files, folder: path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
        return OpenedTiles(info: info, storage: .compact(tiles), files: files)
    }

    /// Why a package has no tiles here.
    private static func other(_ files: PackageFiles) -> TileCacheError {
        if files.has("p12/root.json") { return .vectorTiles(path: files.path) }
        let isOld = files.has("esriinfo/iteminfo.xml") && (try? files.names(below: "v101").isEmpty) == false
        return isOld || files.path.lowercased().hasSuffix(".tpk")
            ? .oldPackage(path: files.path) : .notATileCache(path: files.path)
    }

    private static func isCompact(_ json: JSONValue) -> Bool {
        let storage = json["storageInfo"] ?? json["storageinfo"]
        guard let format = (storage?["storageFormat"] ?? storage?["storageformat"])?.string else { return true }
        return format.lowercased().hasSuffix("compactv2")
    }

    static func root(of files: PackageFiles, at name: String) throws -> JSONValue? {
        guard let data = try files.contents(of: name, limit: 1 << 24) else { return nil }
        do { return try JSONValue(parsing: data) } catch {
            throw TileCacheError.damaged(path: files.path, reason: "\(name) is no JSON")
        }
    }

    static func described(_ json: JSONValue, _ files: PackageFiles) throws -> TileCacheInfo {
        do { return try TileCacheInfo(esriJSON: json) } catch TileCacheError.malformed(let reason) {
            throw TileCacheError.damaged(path: files.path, reason: "its root.json cannot be read: \(reason)")
        }
    }
}
