public import CairnCore
public import CairnGeo
public import CairnTasks
public import Foundation
import Synchronization

/// A map that was taken offline, with all that it shows: a folder, or a zip archive of it (`.mmpk`).
///
/// ```swift
/// let package = MobileMapPackage(fileURL: file)
/// try await package.load()
/// let map = package.maps[0]
/// for layer in map.operationalLayers {
///     if let table = try await package.featureTable(of: layer) { print(try await table.queryFeatureCount(using: QueryParameters())) }
/// }
/// ```
///
/// Of an archive, tiles are read where they lie. What is edited, or read by its own file, is unpacked when the package is loaded: geodatabases and locators,
/// into ``workingDirectory``, where edits stay. Docs/Offline.md tells how a package is laid out. Loading throws ``MobileMapPackageError``, `ZipError`,
/// `SystemError`, and what reading the maps throws.
public final class MobileMapPackage: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The folder, or the archive.
    public let fileURL: URL
    /// Where that is unpacked of an archive which cannot be read in place. Of a folder it is the folder.
    public let workingDirectory: URL
    private let now: @Sendable () -> Date
    private let contents = Mutex<PackageContents?>(nil)

    /// A package.
    ///
    /// - Parameters:
    ///   - fileURL: The folder, or the archive.
    ///   - workingDirectory: Where that is unpacked of an archive which cannot be read in place; nil is a folder beside it: `NAME.mmpk.files`.
    public convenience init(fileURL: URL, workingDirectory: URL? = nil) {
        self.init(fileURL: fileURL, workingDirectory: workingDirectory) { Date() }
    }

    /// - Parameter now: What tells whether the package has expired.
    package init(fileURL: URL, workingDirectory: URL?, now: @escaping @Sendable () -> Date) {
        self.fileURL = fileURL
        self.workingDirectory = PackageWorkingFolder.url(workingDirectory, for: fileURL)
        self.now = now
    }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let new = try PackageContents(fileURL, workingDirectory)
        try new.expiration?.expectUsable(fileURL, at: now())
        contents.withLock { $0 = new }
    }

    /// What the package says of itself; nil until loaded.
    public var item: OfflineMapItemInfo? { contents.withLock { $0?.item } }
    /// When it ends; nil until loaded, and if it does not.
    public var expiration: PackageExpiration? { contents.withLock { $0?.expiration } }
    /// The item that the map was, in its portal; nil until loaded, and if it was none.
    public var originalPortalItemID: String? { contents.withLock { $0?.manifest.originalPortalItemID } }
    /// The maps; none until loaded.
    public var maps: [Map] { contents.withLock { $0?.maps } ?? [] }
    /// The geodatabases; none until loaded.
    public var geodatabases: [Geodatabase] {
        contents.withLock { $0.map { Array($0.geodatabases.values) } }?.sorted { $0.url.path < $1.url.path } ?? []
    }
    /// What finds addresses; nil until loaded, and if there is none.
    public var locatorTask: LocatorTask? { contents.withLock { $0?.locators.first } }

    /// Whether the package has expired, by the clock of this machine.
    public var isExpired: Bool { expiration.map { $0.date <= now() } ?? false }

    /// The features of a layer, or the rows of a table.
    ///
    /// - Returns: nil for what has none in the package.
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``; what loading the geodatabase throws.
    @concurrent
    public func featureTable(of layer: MapLayer) async throws -> GeodatabaseFeatureTable? {
        guard let path = layer.url?.relativeString, let name = layer.offline?.table else { return nil }
        guard let geodatabase = try expectLoaded().geodatabases[path] else { return nil }
        try await geodatabase.load()
        return try geodatabase.table(named: name)
    }

    /// The images of a layer of tiles, to be loaded; nil for what has none in the package.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``; `ZipError`, `SystemError`.
    public func tileCache(of layer: MapLayer) throws -> TileCache? {
        guard layer.layerType != .vectorTiled else { return nil }
        return try tiles(of: layer).map { TileCache(fileURL: $0.url, slice: $0.slice) }
    }

    /// The tiles of a layer of vector tiles, to be loaded; nil for what has none in the package.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``; `ZipError`, `SystemError`.
    public func vectorTileCache(of layer: MapLayer) throws -> VectorTileCache? {
        guard layer.layerType == .vectorTiled else { return nil }
        return try tiles(of: layer).map { VectorTileCache(fileURL: $0.url, slice: $0.slice) }
    }

    private func tiles(of layer: MapLayer) throws -> (url: URL, slice: FileSlice)? {
        let contents = try expectLoaded()
        guard let url = layer.url, url.scheme == nil, let slice = try contents.files.slice(of: url.relativeString) else {
            return nil
        }
        return (fileURL.appending(path: url.relativeString), slice)
    }

    /// The bytes of a file of the package, such as its thumbnail; nil if there is none.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``; `ZipError`, `SystemError`.
    public func data(at path: String) throws -> Data? { try expectLoaded().files.contents(of: path) }

    /// The paths of all files, in order.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``; `SystemError`.
    public func paths() throws -> [String] { try expectLoaded().files.names() }

    /// Lets go of all files. What is asked for later is refused.
    @concurrent
    public func close() async throws {
        for geodatabase in geodatabases { try await geodatabase.close() }
    }

    private func expectLoaded() throws -> PackageContents {
        guard let contents = contents.withLock(\.self) else { throw MobileMapPackageError.notLoaded(path: fileURL.path) }
        return contents
    }
}
