import CairnCore
import CairnGeo
import CairnLocalServer
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A server in this process with feature services, tiles and a portal whose map shows them all; what some of them answer can be replaced by failures.
final class OfflineTown: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    let server: LocalServer
    /// The services that fail, by their names.
    let broken = Mutex<Set<String>>([])
    /// How often copies and exports were asked for, by the services' names.
    let asked = Mutex<[String: Int]>([:])

    static let root = "http://local/arcgis/rest/services"
    static let extent = Envelope(xMin: -1000, yMin: -1000, xMax: 1000, yMax: 1000, spatialReference: .webMercator)

    /// - Parameters:
    ///   - services: How many services of features there are, each with five trees.
    ///   - hasArea: Whether the portal has packaged an area of the map.
    init(services: Int = 3, hasArea: Bool = false) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var features: [String: PublishedFeatures] = [:]
        for number in 0..<services {
            let file = folder.appending(path: "trees\(number).gpkg")
            features["Trees\(number)"] = PublishedFeatures(
                try await Self.trees(file, number), isEditable: true, isSyncEnabled: true)
        }
        let tiles = [
            "Ground": PublishedTiles(NumberedTiles(format: .png)),
            "Streets": PublishedTiles(NumberedTiles(format: .pbf), as: .vectors),
        ]
        var items = [Self.item(services)]
        if hasArea { items += try await Self.area(in: folder, version: 1) }
        server = LocalServer(features: features, portal: PublishedPortal(items), tiles: tiles)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func trees(_ file: URL, _ number: Int) async throws -> Geodatabase {
        var definition = FeatureTableDefinition(
            "Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .webMercator)
        definition.fields.append(Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
        definition.globalIDField = "GLOBALID"
        let (table, geodatabase) = (definition, try await Geodatabase.create(at: file))
        try await geodatabase.transaction { editor in
            try editor.createTable(table)
            try editor.add((0..<5).map { feature("tree \(number).\($0)", $0) }, to: "Trees")
        }
        return geodatabase
    }

    private static func feature(_ name: String, _ number: Int) -> Feature {
        Feature(
            attributes: ["NAME": .string(name), "GLOBALID": .string("{\(UUID().uuidString)}")],
            geometry: .point(MapPoint(x: Double(number) * 100, y: 10, spatialReference: .webMercator)))
    }

    static let mapID = "townmap"

    /// An area with a package of the ground, and one of the first trees, which are of other software.
    private static func area(in folder: URL, version: Int) async throws -> [PublishedItem] {
        var area = PublishedItem(id: "area", type: .mapArea, title: "The middle")
        area.content = .json(["extent": Geometry.envelope(extent).esriJSON, "status": "complete"])
        area.relatedItemIDs = [.areaToPackage: ["ground", "trees", "secret"]]
        let tiles = folder.appending(path: "ground.tpkx")
        let writer = try TileCacheWriter(to: tiles, info: try await NumberedTiles(format: .png).info)
        try writer.add(Data("packaged".utf8), at: TileKey(level: 0, row: 0, column: 0))
        try writer.finish()
        let trees = folder.appending(path: "packaged.gpkg")
        let geodatabase = try await Geodatabase.create(at: trees)
        try await geodatabase.transaction { editor in
            try editor.createTable(
                FeatureTableDefinition("packed", fields: [Field("NAME")], geometryType: .point, spatialReference: .webMercator))
            try editor.add([Feature(attributes: ["NAME": "packed tree"])], to: "packed")
        }
        try await geodatabase.close()
        return [
            area, package("ground", "Compact Tile Package", tiles, of: "Ground/MapServer"),
            package("trees", "GeoPackage", trees, of: "Trees0/FeatureServer"),
            package("secret", "SQLite Geodatabase", trees, of: "Trees1/FeatureServer"),
        ]
    }

    private static func package(_ id: String, _ type: String, _ file: URL, of service: String) -> PublishedItem {
        var item = PublishedItem(id: id, type: PortalItemType(rawValue: type), title: id)
        item.content = .file(file)
        item.modified = Date(timeIntervalSince1970: 1000)
        item.properties = ["url": .string("\(root)/\(service)")]
        return item
    }

    private static func item(_ services: Int) -> PublishedItem {
        var item = PublishedItem(id: mapID, type: .webMap, title: "The town")
        item.content = .json(map(services).json)
        item.relatedItemIDs = [.mapToArea: ["area"]]
        return item
    }

    /// The map: a basemap of images, streets as vector tiles, and the trees of each service.
    static func map(_ services: Int) -> WebMap {
        var map = WebMap()
        var ground = MapLayer(.tiled, id: "ground", title: "Ground", url: URL(string: "\(root)/Ground/MapServer"))
        ground.opacity = 0.5
        let style = URL(string: "\(root)/Streets/VectorTileServer/resources/styles/root.json")
        map.basemap = Basemap(
            title: "Base", layers: [ground, MapLayer(.vectorTiled, id: "streets", title: "Streets", url: style)])
        map.operationalLayers = (0..<services).map { number in
            MapLayer(
                .feature, id: "trees\(number)", title: "Trees \(number)",
                url: URL(string: "\(root)/Trees\(number)/FeatureServer/0"))
        }
        return map
    }

    var transport: StubTransport {
        StubTransport { [self] request in
            let steps = request.url.pathComponents
            let name = steps.firstIndex(of: "services").map { steps[$0 + 1] } ?? ""
            if ["createReplica", "exportTiles"].contains(steps.last ?? "") { asked.withLock { $0[name, default: 0] += 1 } }
            if broken.withLock({ $0.contains(name) }) {
                return .json(#"{"error":{"code":500,"message":"The disk is full.","details":[]}}"#)
            }
            return try await server.send(request)
        }
    }

    var access: ServiceAccess { ServiceAccess(credentials: CredentialStore(), transport: transport) }

    var task: OfflineMapTask {
        get throws {
            let portal = Portal(
                url: URL(string: "http://local/arcgis")!, transport: transport, credential: CredentialStore())
            return OfflineMapTask(portalItem: PortalItem(portal: portal, id: Self.mapID))
        }
    }

    /// Of each kind few tiles.
    static var parameters: GenerateOfflineMapParameters {
        GenerateOfflineMapParameters(areaOfInterest: .envelope(extent), minScale: 600_000, maxScale: 20_000)
    }

    /// At once, however long a real one would wait.
    static var configuration: JobConfiguration {
        JobConfiguration(
            outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .zero, maximum: .zero))
    }

    func replicas(of service: String) async throws -> Int {
        let client = ServiceClient(
            url: URL(string: "\(Self.root)/\(service)/FeatureServer")!, transport: server,
            credential: CredentialStore())
        return try await client.call("replicas").array?.count ?? 0
    }
}

/// Tiles whose bytes say which they are.
struct NumberedTiles: TileSource {
    let format: TileImageFormat

    var info: TileCacheInfo {
        get async throws {
            TileCacheInfo(
                name: "Numbers", tileInfo: .webMercator(levels: 0...16, tileSize: format == .pbf ? 512 : 256, format: format),
                levels: 0...16, fullExtent: OfflineTown.extent)
        }
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? { Data("\(format.rawValue) \(key)".utf8) }

    @concurrent
    func resource(at path: String) async throws -> Data? {
        path == "styles/root.json" ? Data(#"{"version":8,"layers":[],"sources":{}}"#.utf8) : nil
    }

    @concurrent
    func resourcePaths() async throws -> [String] { ["styles/root.json"] }
}
