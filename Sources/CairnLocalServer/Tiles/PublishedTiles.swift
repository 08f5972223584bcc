import CairnCore
public import CairnGeo
import CairnTasks
public import Foundation

/// Tiles that a ``LocalServer`` publishes: where they come from, as what, and whether clients may export them.
///
/// ```swift
/// let tiles = PublishedTiles(TileCache(fileURL: file))
/// let server = LocalServer(tiles: ["Town": tiles])
/// ```
///
/// Exports are jobs, and their packages (`.tpkx`, `.vtpk`) are kept in a folder: a server that is started again knows those that have ended, does those that
/// waited, and says of those that were under way that they have failed.
public struct PublishedTiles: Sendable {
    /// As what tiles are published.
    public enum Form: Sendable, Hashable {
        /// Map images: a `MapServer`.
        case map
        /// Imagery: an `ImageServer`.
        case imagery
        /// Vector tiles: a `VectorTileServer`.
        case vectors
    }

    /// What people read of the service; if it is empty, what the tiles say of themselves.
    public var description = ""
    /// Whether clients may export tiles.
    public var allowsExport = true
    /// Whether jobs of exports are told as ArcGIS Online tells them, rather than ArcGIS Enterprise: with the file's address in themselves.
    public var isHosted = false
    /// As what they are published.
    public let form: Form
    /// How many tiles one export may have.
    public let maxExportTilesCount: Int
    let source: any TileSource
    let exports: PublishedTools

    /// What takes more is not kept.
    public static let standardStorageLimit = 10 << 30

    /// Tiles of any kind.
    ///
    /// - Parameters:
    ///   - source: Where they come from.
    ///   - form: As what they are published.
    ///   - folder: Where jobs and packages are kept, for one server alone; nil is a temporary folder, which goes with them.
    ///   - maxExportTilesCount: How many tiles one export may have.
    ///   - storageLimit: How many bytes packages may take. An export that takes more fails; and where all take more together, the oldest go when another
    ///     is begun.
    ///   - maximumRunning: How many exports are made at once. The others wait.
    public init(
        _ source: any TileSource, as form: Form = .map, folder: URL? = nil, maxExportTilesCount: Int = 100_000,
        storageLimit: Int = standardStorageLimit, maximumRunning: Int = 2
    ) {
        self.init(source, form, folder, maxExportTilesCount, storageLimit, maximumRunning) {}
    }

    /// - Parameter admission: What an export that was submitted waits for before it waits for its turn.
    package init(
        _ source: any TileSource, _ form: Form, _ folder: URL?, _ maxExportTilesCount: Int, _ storageLimit: Int,
        _ maximumRunning: Int, admission: @escaping @Sendable () async -> Void
    ) {
        (self.source, self.form, self.maxExportTilesCount) = (source, form, max(1, maxExportTilesCount))
        let limits = TileExportLimits(tiles: max(1, maxExportTilesCount), bytes: max(0, storageLimit))
        let tools = [TileExportTool(source, form, .tilePackage, limits), TileExportTool(source, form, .sizeEstimate, limits)]
        exports = PublishedTools(
            tools, .asynchronousSubmit, folder, maximumRunning, ContinuousClock(), storageLimit: storageLimit,
            admission: admission)
    }

    /// The images of a file, as a `MapServer`.
    public init(_ cache: TileCache, folder: URL? = nil) { self.init(CachedTiles(cache: cache), folder: folder) }

    /// The vector tiles of a file, as a `VectorTileServer`.
    public init(_ cache: VectorTileCache, folder: URL? = nil) {
        self.init(CachedVectorTiles(cache: cache), as: .vectors, folder: folder)
    }

    /// A file of tiles: images as a `MapServer`, vector tiles as a `VectorTileServer`.
    ///
    /// - Throws: `TileCacheError`, `ZipError`, `SystemError`, `DatabaseError`, if it holds neither.
    @concurrent
    public static func opening(_ fileURL: URL, folder: URL? = nil) async throws -> PublishedTiles {
        let images = TileCache(fileURL: fileURL)
        do {
            try await images.load()
            return PublishedTiles(images, folder: folder)
        } catch TileCacheError.vectorTiles {
            let vectors = VectorTileCache(fileURL: fileURL)
            try await vectors.load()
            return PublishedTiles(vectors, folder: folder)
        }
    }

    /// Opens the tiles and the folder, so that what is wrong with them is told before anybody is answered, and goes on with exports that waited.
    ///
    /// - Throws: What ``TileSource/info`` throws; ``ToolFolderInUse``, `SystemError` and what `FileManager` throws.
    @concurrent
    public func load() async throws {
        _ = try await source.info
        try await exports.load()
    }

    /// Stops exports that are under way. What is kept of others stays in the folder, for the next server.
    @concurrent
    public func close() async { await exports.close() }

    /// What their service is.
    public var kind: LocalServer.Kind {
        switch form {
        case .map: .mapServer
        case .imagery: .imageServer
        case .vectors: .vectorTileServer
        }
    }

    func service(named name: String) -> any RESTService {
        form == .vectors ? VectorTileService(name, self) : TileService(name, self)
    }

    /// How clients reach its exports.
    var exporting: TileExportAnswer { TileExportAnswer(self, tool(.tilePackage)) }
    var estimating: TileExportAnswer { TileExportAnswer(self, tool(.sizeEstimate)) }

    private func tool(_ product: TileExportTool.Product) -> any GeoprocessingTool {
        exports.tools.first { $0.name == product.rawValue } ?? exports.tools[0]
    }
}
