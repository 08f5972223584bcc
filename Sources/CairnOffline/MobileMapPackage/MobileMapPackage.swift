public import CairnCore
public import CairnGeo
public import CairnTasks
public import Foundation

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
/// Of an archive, tiles are read where they lie. What is edited, or read by its own file, is unpacked when the package is loaded: geodatabases, locators and road networks,
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
    private let opening = PackageOpening()

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
        guard opening.open(new) else { throw MobileMapPackageError.closed(path: fileURL.path) }
    }

    /// What the package says of itself; nil until loaded.
    public var item: OfflineMapItemInfo? { opening.contents?.item }
    /// When it ends; nil until loaded, and if it does not.
    public var expiration: PackageExpiration? { opening.contents?.expiration }
    /// The item that the map was, in its portal; nil until loaded, and if it was none.
    public var originalPortalItemID: String? { opening.contents?.manifest.originalPortalItemID }
    /// The maps; none until loaded.
    public var maps: [Map] { opening.contents?.maps ?? [] }
    /// The geodatabases; none until loaded.
    public var geodatabases: [Geodatabase] {
        opening.contents.map { Array($0.geodatabases.values) }?.sorted { $0.url.path < $1.url.path } ?? []
    }
    /// What finds addresses; nil until loaded, and if there is none.
    public var locatorTask: LocatorTask? { opening.contents?.locators.first }
    /// Its road networks; none until loaded.
    public var roadNetworks: [RoadNetwork] { opening.contents?.networks ?? [] }
    /// What finds routes; nil until loaded, and if there is no road network. Each call makes a task, which loads itself when first asked.
    public var routeTask: RouteTask? { roadNetworks.first.map { RouteTask(backend: $0.routes) } }

    /// Whether the package has expired, by the clock of this machine.
    public var isExpired: Bool { expiration.map { $0.date <= now() } ?? false }

    /// The features of a layer, or the rows of a table.
    ///
    /// - Returns: nil for what has none in the package.
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``, ``MobileMapPackageError/closed(path:)``; what loading the geodatabase throws.
    @concurrent
    public func featureTable(of layer: MapLayer) async throws -> GeodatabaseFeatureTable? {
        guard let path = layer.url?.relativeString, let name = layer.offline?.table else { return nil }
        guard let geodatabase = try expectLoaded().geodatabases[path] else { return nil }
        try await geodatabase.load()
        return try geodatabase.table(named: name)
    }

    /// The images of a layer of tiles, to be loaded; nil for what has none in the package.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``, ``MobileMapPackageError/closed(path:)``; `ZipError`, `SystemError`.
    public func tileCache(of layer: MapLayer) throws -> TileCache? {
        guard layer.layerType != .vectorTiled else { return nil }
        return try tiles(of: layer).map { opening.handOut(TileCache(fileURL: $0.url, slice: $0.slice)) }
    }

    /// The tiles of a layer of vector tiles, to be loaded; nil for what has none in the package.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``, ``MobileMapPackageError/closed(path:)``; `ZipError`, `SystemError`.
    public func vectorTileCache(of layer: MapLayer) throws -> VectorTileCache? {
        guard layer.layerType == .vectorTiled else { return nil }
        return try tiles(of: layer).map { opening.handOut(VectorTileCache(fileURL: $0.url, slice: $0.slice)) }
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
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``, ``MobileMapPackageError/closed(path:)``; `ZipError`, `SystemError`.
    public func data(at path: String) throws -> Data? { try expectLoaded().files.contents(of: path) }

    /// The paths of all files, in order.
    ///
    /// - Throws: ``MobileMapPackageError/notLoaded(path:)``, ``MobileMapPackageError/closed(path:)``; `SystemError`.
    public func paths() throws -> [String] { try expectLoaded().files.names() }

    /// Lets go of all files but those of a locator or a road network that somebody keeps. What is asked for later is refused, of geodatabases and tiles that have been
    /// handed out as well.
    ///
    /// - Throws: What the first geodatabase throws that could not be closed in order; the others are closed all the same.
    @concurrent
    public func close() async throws {
        var failure: (any Error)?
        for geodatabase in opening.close().map({ Array($0.geodatabases.values) }) ?? [] {
            do { try await geodatabase.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Lets go of all files but the geodatabases.
    package func letGo() { opening.close() }

    private func expectLoaded() throws -> PackageContents {
        if let contents = opening.contents { return contents }
        throw opening.isClosed ? MobileMapPackageError.closed(path: fileURL.path) : .notLoaded(path: fileURL.path)
    }
}
