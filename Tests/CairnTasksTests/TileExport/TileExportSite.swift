import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// Tiles whose bytes say which they are, and that come when a test lets them.
final class GatedTiles: TileSource {
    let info: TileCacheInfo
    let gate = Gate()
    private let asked = Atomic(0)

    /// How many have been asked for.
    var count: Int { asked.load(ordering: .relaxed) }

    init(_ format: TileImageFormat = .png, levels: ClosedRange<Int> = 0...6) {
        let edge = WebMercator.radius * .pi
        let world = Envelope(xMin: -edge, yMin: -edge, xMax: edge, yMax: edge, spatialReference: .webMercator)
        info = TileCacheInfo(
            name: "World", tileInfo: .webMercator(levels: levels, tileSize: format == .pbf ? 512 : 256, format: format),
            levels: levels, fullExtent: world)
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? {
        asked.add(1, ordering: .relaxed)
        try await gate.pass()
        return Data("tile \(key)".utf8)
    }

    private static let resources = [
        "styles/root.json": #"{"version":8,"sprite":"../sprites/sprite","layers":[]}"#, "sprites/sprite.json": "{}",
        "sprites/sprite.png": "PNG",
        "fonts/Arial Regular/0-255.pbf": "font",
    ]

    @concurrent
    func resource(at path: String) async throws -> Data? { Self.resources[path].map { Data($0.utf8) } }

    @concurrent
    func resourcePaths() async throws -> [String] { Self.resources.keys.sorted() }
}

/// A Local Server with tiles, and a folder for what is exported of them.
struct TileExportSite {
    let images = GatedTiles()
    let vectors = GatedTiles(.pbf)
    /// Where exports wait that were submitted.
    let admission = Gate()
    let server: LocalServer
    let clock = ManualClock()
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    /// - Parameters:
    ///   - isOpen: Whether tiles and admission let all through.
    ///   - limit: How many tiles one export may have.
    init(isOpen: Bool = true, isHosted: Bool = false, allowsExport: Bool = true, running: Int = 2, limit: Int = 100_000) throws {
        let admission = admission
        if isOpen { [images.gate, vectors.gate, admission].forEach { $0.open() } }
        func published(_ tiles: GatedTiles, _ form: PublishedTiles.Form) -> PublishedTiles {
            var published = PublishedTiles(tiles, form, nil, limit, 1 << 30, running) { await admission.passUncancelled() }
            (published.isHosted, published.allowsExport) = (isHosted, allowsExport)
            return published
        }
        server = LocalServer(tiles: [
            "Map": published(images, .map), "Image": published(images, .imagery), "Vectors": published(vectors, .vectors),
        ])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    static func url(_ service: String) -> URL { URL(string: "http://localhost/arcgis/rest/services/\(service)")! }

    var map: URL { Self.url("Map/MapServer") }
    var vectorService: URL { Self.url("Vectors/VectorTileServer") }
    var file: URL { folder.appending(path: "it's tiles.tpkx") }
    var vectorFile: URL { folder.appending(path: "vectors.vtpk") }
    var styles: URL { folder.appending(path: "styles") }

    /// What lies in the folder.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    func access(_ transport: (any HTTPTransport)? = nil) -> ServiceAccess {
        var access = ServiceAccess(credentials: CredentialStore(), transport: transport ?? server)
        access.clock = clock
        return access
    }

    /// At once, however long a real one would wait.
    static func configuration(_ store: (any JobStore)? = nil) -> JobConfiguration {
        JobConfiguration(
            store: store, outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .milliseconds(1), maximum: .milliseconds(1), shareOfAge: 0),
            cancellationTimeout: .seconds(3600))
    }

    static let triangle = Geometry.polygon(
        Geometry.Polygon(
            rings: [[(0.0, 0.0), (0, 9e6), (9e6, 0), (0, 0)].map { Position(x: $0.0, y: $0.1) }], spatialReference: .webMercator))

    func exportWork(
        _ parameters: ExportTileCacheParameters = ExportTileCacheParameters(levelIDs: [0, 1, 2, 3])
    ) throws -> ExportTileCacheWork {
        ExportTileCacheWork(service: try ServiceURL(map), parameters: parameters, output: file)
    }

    func exportJob(
        _ parameters: ExportTileCacheParameters = ExportTileCacheParameters(levelIDs: [0, 1, 2, 3]),
        _ transport: (any HTTPTransport)? = nil, store: (any JobStore)? = nil
    ) throws -> Job<ExportTileCacheWork> {
        try Job(exportWork(parameters), services: access(transport), configuration: Self.configuration(store))
    }

    /// The same by a clock that has to be driven: what is asked again for long takes no time.
    func drivenJob(
        _ parameters: ExportTileCacheParameters, _ transport: any HTTPTransport
    ) throws -> Job<ExportTileCacheWork> {
        try Job(exportWork(parameters), services: access(transport), configuration: drivenConfiguration)
    }

    var drivenConfiguration: JobConfiguration { JobConfiguration(clock: clock, random: { 0.5 }) }

    func vectorJob(
        _ parameters: ExportVectorTilesParameters = ExportVectorTilesParameters(maxLevel: 3),
        _ transport: (any HTTPTransport)? = nil,
        withStyles: Bool = true, store: (any JobStore)? = nil
    ) throws -> Job<ExportVectorTilesWork> {
        let work = ExportVectorTilesWork(
            service: try ServiceURL(vectorService), parameters: parameters, output: vectorFile,
            itemResourceCache: withStyles ? styles : nil)
        return try Job(work, services: access(transport), configuration: Self.configuration(store))
    }

    /// How a job stands on the server.
    func state(_ id: String, below operation: String = "Map/MapServer/exportTiles/jobs") async throws -> String? {
        let client = ServiceClient(url: Self.url(operation), transport: server)
        return try await client.call(id)["jobStatus"]?.string
    }

    func discard() { try? FileManager.default.removeItem(at: folder) }
}

extension TileCache {
    /// The keys of all tiles.
    func allKeys() async throws -> Set<TileKey> {
        var keys: Set<TileKey> = []
        try await forEachKeys { keys.formUnion($0) }
        return keys
    }
}
