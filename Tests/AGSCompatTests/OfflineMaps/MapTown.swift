import AGSCompat
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// A server with trees, tiles and a portal whose map shows them all, and some of what cannot be taken offline.
final class MapTown: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-town-\(UUID())")
    let server: LocalServer
    let trees: Geodatabase
    /// Lets images of the ground pass; open unless a test closes it.
    let gate = Gate()

    static let extent = Envelope(xMin: -1000, yMin: -1000, xMax: 1000, yMax: 1000, spatialReference: .webMercator)
    static var area: AGSEnvelope {
        AGSEnvelope(xMin: -1000, yMin: -1000, xMax: 1000, yMax: 1000, spatialReference: .webMercator())
    }
    /// Between which there are few tiles.
    static let scales = (minimum: 600_000.0, maximum: 20_000.0)

    init() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        trees = try await Self.makeTrees(folder.appending(path: "trees.gpkg"))
        gate.open()
        let services = "{server}/arcgis/rest/services"
        var map = PublishedItem(id: "townmap", type: .webMap, title: "The town")
        map.snippet = "Its trees"
        map.tags = ["trees"]
        map.content = .json(Self.map(services))
        map.relatedItemIDs = [.mapToArea: ["area"]]
        var streets = PublishedItem(id: "streets", type: PortalItemType(rawValue: "Vector Tile Service"), title: "Streets")
        streets.properties = ["url": .string("\(services)/Streets/VectorTileServer")]
        server = LocalServer(
            features: ["Trees": PublishedFeatures(trees, isEditable: true, isSyncEnabled: true)],
            portal: PublishedPortal([map, streets] + (try await Self.area(in: folder))),
            tiles: [
                "Ground": PublishedTiles(TownTiles(.png, gate)), "Streets": PublishedTiles(TownTiles(.pbf), as: .vectors),
            ])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func makeTrees(_ file: URL) async throws -> Geodatabase {
        let geodatabase = try await Geodatabase.create(at: file)
        func definition(_ name: String, _ type: GeometryType?) -> FeatureTableDefinition {
            let ids = Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID"))
            return FeatureTableDefinition(
                name, fields: [Field("NAME"), ids], globalIDField: "GLOBALID", geometryType: type,
                spatialReference: .webMercator)
        }
        let (trees, visits) = (definition("Trees", .point), definition("Visits", nil))
        try await geodatabase.transaction { editor in
            try editor.createTable(trees)
            try editor.createTable(visits)
            try editor.add(["oak", "ash", "elm"].enumerated().map { tree($1, at: Double($0) * 100) }, to: "Trees")
            try editor.add([Feature(attributes: ["NAME": "of the oak"])], to: "Visits")
        }
        return geodatabase
    }

    static func tree(_ name: String, at x: Double) -> Feature {
        Feature(
            attributes: ["NAME": .string(name), "GLOBALID": .string("{\(UUID().uuidString)}")],
            geometry: .point(MapPoint(x: x, y: 10, spatialReference: .webMercator)))
    }

    private static func map(_ services: String) -> JSONValue {
        [
            "version": "2.31", "spatialReference": ["wkid": 102100],
            "operationalLayers": [
                [
                    "id": "group", "layerType": "GroupLayer", "title": "Green",
                    "layers": [
                        [
                            "id": "trees", "layerType": "ArcGISFeatureLayer", "title": "Trees",
                            "url": .string("\(services)/Trees/FeatureServer/0"),
                        ]
                    ],
                ],
                ["id": "weather", "layerType": "WMS", "title": "Weather"],
            ],
            "tables": [
                ["id": "visits", "title": "Visits", "url": .string("\(services)/Trees/FeatureServer/1")],
                ["id": "gone", "title": "Gone", "url": .string("\(services)/Gone/FeatureServer/0")],
            ],
            "baseMap": [
                "title": "Base",
                "baseMapLayers": [
                    [
                        "id": "ground", "layerType": "ArcGISTiledMapServiceLayer", "title": "Ground",
                        "url": .string("\(services)/Ground/MapServer"),
                    ],
                    [
                        "id": "streets", "layerType": "VectorTileLayer", "title": "Streets", "isReference": true,
                        "styleUrl": .string("\(services)/Streets/VectorTileServer/resources/styles/root.json"),
                    ],
                ],
            ],
        ]
    }

    /// An area with a package of the ground.
    private static func area(in folder: URL) async throws -> [PublishedItem] {
        var area = PublishedItem(id: "area", type: .mapArea, title: "The middle")
        area.content = .json(["extent": Geometry.envelope(extent).esriJSON, "status": "complete"])
        area.relatedItemIDs = [.areaToPackage: ["ground"]]
        let tiles = folder.appending(path: "ground.tpkx")
        let writer = try TileCacheWriter(to: tiles, info: TownTiles(.png).info)
        try writer.add(Data("packaged".utf8), at: TileKey(level: 0, row: 0, column: 0))
        try writer.finish()
        var package = PublishedItem(id: "ground", type: PortalItemType(rawValue: "Compact Tile Package"), title: "ground")
        package.content = .file(tiles)
        package.properties = ["url": "{server}/arcgis/rest/services/Ground/MapServer", "size": 1234]
        return [area, package]
    }

    // MARK: - As old code sees it

    static let root = URL(string: "http://localhost")!

    static func service(_ path: String) -> URL { root.appending(path: "arcgis/rest/services/\(path)") }

    /// With a store of its own: that of all others is left alone.
    var portal: AGSPortal {
        AGSPortal(Portal(url: Self.root, transport: server, credential: CredentialStore()))
    }

    func item(_ id: String = "townmap") -> AGSPortalItem { AGSPortalItem(portal: portal, itemID: id) }

    /// A portal whose server holds back its answers of an operation, until a test lets them come.
    func portal(holding operation: String, until gate: Gate) -> AGSPortal {
        AGSPortal(Portal(url: Self.root, transport: holding(operation, until: gate), credential: CredentialStore()))
    }

    func holding(_ operation: String, until gate: Gate) -> StubTransport {
        StubTransport { [self] request in
            if request.url.lastPathComponent == operation { try await gate.pass() }
            return try await server.send(request)
        }
    }

    var offline: URL { folder.appending(path: "offline") }

    /// What takes an area offline with few tiles.
    static func parameters(_ area: AGSGeometry = area) -> AGSGenerateOfflineMapParameters {
        AGSGenerateOfflineMapParameters(areaOfInterest: area, minScale: scales.minimum, maxScale: scales.maximum)
    }

    /// Takes the map offline, and leaves it closed.
    @MainActor func takeOffline() async throws {
        let task = AGSOfflineMapTask(portalItem: item())
        let job = task.generateOfflineMapJob(with: Self.parameters(), downloadDirectory: offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        result.mobileMapPackage.close()
    }

    /// Has the service know another tree.
    func plant(_ name: String) async throws {
        let tree = Self.tree(name, at: 500)
        _ = try await trees.table(named: "Trees").applyEdits(FeatureEdits(adds: [tree]))
    }

    /// The trees that the service knows.
    func treeNames() async throws -> Set<String> {
        let features = try await trees.table(named: "Trees").queryFeatures(using: QueryParameters()).featureSet().features
        return Set(features.compactMap { $0.attributes["NAME"]?.string })
    }
}

/// Tiles whose bytes say which they are.
struct TownTiles: TileSource {
    let format: TileImageFormat
    let gate: Gate?

    init(_ format: TileImageFormat, _ gate: Gate? = nil) {
        (self.format, self.gate) = (format, gate)
    }

    var info: TileCacheInfo {
        TileCacheInfo(
            name: "Town", tileInfo: .webMercator(levels: 0...16, tileSize: format == .pbf ? 512 : 256, format: format),
            levels: 0...16, fullExtent: MapTown.extent)
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? {
        try await gate?.pass()
        return Data("\(format.rawValue) \(key)".utf8)
    }

    @concurrent
    func resource(at path: String) async throws -> Data? {
        path == "styles/root.json" ? Data(#"{"version":8,"layers":[],"sources":{}}"#.utf8) : nil
    }

    @concurrent
    func resourcePaths() async throws -> [String] { ["styles/root.json"] }
}

/// The names of what a table holds, in order.
@MainActor
func names(_ table: AGSFeatureTable?) async throws -> [String] {
    guard let table else { throw NothingSaid() }
    return try await query(table).compactMap { $0.attributes["NAME"] as? String }.sorted()
}

/// The parameters that a task makes for the town.
@MainActor
func offlineParameters(_ task: AGSOfflineMapTask) async throws -> AGSGenerateOfflineMapParameters {
    try await answer {
        task.defaultGenerateOfflineMapParameters(
            withAreaOfInterest: MapTown.area, minScale: MapTown.scales.minimum, maxScale: MapTown.scales.maximum,
            completion: $0)
    }
}

/// The layer of trees in the group of the town's map.
func trees(_ map: AGSMap) throws -> AGSFeatureLayer {
    let group = try #require(map.operationalLayers.compactMap { $0 as? AGSGroupLayer }.first)
    return try #require(group.layers.firstObject as? AGSFeatureLayer)
}

/// Ends with the code of the error that a job gives.
@MainActor
func code<Value>(_ start: (@escaping (Value?, (any Error)?) -> Void) -> Void) async -> Int? {
    await withCheckedContinuation { continuation in
        start { _, error in continuation.resume(returning: (error as NSError?)?.code) }
    }
}
