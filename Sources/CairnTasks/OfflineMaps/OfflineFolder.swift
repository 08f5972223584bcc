import CairnCore
import CairnGeo
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The folder of an offline map: while it grows, and when it is there.
struct OfflineFolder: Sendable, Hashable {
    /// Where it is at the end.
    let url: URL

    /// Where it grows.
    var partial: URL { URL(filePath: url.path + ".partial") }

    /// Makes what is missing of it.
    ///
    /// - Throws: ``OfflineMapError/exists(path:)``, `SystemError`.
    func make() throws {
        guard !FileManager.default.fileExists(atPath: url.path) else { throw OfflineMapError.exists(path: url.path) }
        for name in ["data", "tiles"] {
            try FileManager.default.createDirectory(at: partial.appending(path: name), withIntermediateDirectories: true)
        }
    }

    /// Gives it its name, unless that has been done before: the process may have died between that and telling.
    func putInPlace() throws {
        guard FileManager.default.fileExists(atPath: partial.path) else { return }
        guard !FileManager.default.fileExists(atPath: url.path) else { throw OfflineMapError.exists(path: url.path) }
        guard rename(partial.path, url.path) == 0 else { throw SystemError("rename to", url.path) }
        try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY).synchronize()
    }

    /// Removes a file, or a folder, that has come, and all beside it whose names go on from its own.
    func remove(_ paths: String...) {
        for path in paths {
            let place = partial.appending(path: path)
            let (folder, own) = (place.deletingLastPathComponent(), place.lastPathComponent)
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            where name == own || name.hasPrefix(own + ".") {
                try? FileManager.default.removeItem(at: folder.appending(path: name))
            }
        }
    }

    /// Removes what has come so far; copies of services' features are forgotten by these.
    func discard(_ services: ServiceAccess) async {
        let data = partial.appending(path: "data")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: data.path)) ?? [] where name.hasSuffix(".gpkg") {
            await forget(data.appending(path: name), services)
        }
        try? FileManager.default.removeItem(at: partial)
    }

    /// Has the service of a geodatabase forget its copy.
    func forget(_ file: URL, _ services: ServiceAccess) async {
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        let replica = try? await geodatabase.replica
        try? await geodatabase.close()
        guard let replica, let service = try? ServiceURL(replica.serviceURL) else { return }
        _ = try? await ReplicaService(services.client(service)).unregister([replica.id])
    }

    /// The map that is in it.
    func map() throws -> Map {
        guard let data = try DurableFile.contents(of: url.appending(path: MobileMapPackageManifest.mapName)) else {
            throw OfflineMapError.notOffline(path: url.path)
        }
        return Map(
            webMap: try WebMap(json: JSONValue(parsing: data)), baseURL: url.appending(path: "", directoryHint: .isDirectory))
    }
}
