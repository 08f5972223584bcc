import Cairn
import CairnLocalServer
import Foundation

/// The files, and the tools, that are served, by the names of their services.
struct ServedFiles {
    let locators: [String: LocatorTask]
    let features: [String: PublishedFeatures]
    let tools: [String: PublishedTools]
    let portal: PublishedPortal?
    let tiles: [String: PublishedTiles]
    let networks: [String: PublishedNetwork]
    private let geodatabases: [Geodatabase]
    /// The names of those that are GeoJSON.
    private let texts: [String]
    private let isEditable: Bool

    /// - Throws: `UsageError` if there are none, or two of one kind have one name; what opening tiles throws.
    init(_ arguments: Arguments) async throws {
        let operands = arguments.operands.map(NamedFile.init)
        let isOfFeatures = { (file: NamedFile) in Self.isGeoJSON(file.url) || file.url.pathExtension.lowercased() == "gpkg" }
        let isEditable = arguments.has("--edit")
        self.isEditable = isEditable
        let isSynced = arguments.has("--sync")
        locators = try Self.byName(
            arguments.all("--locator").map(NamedFile.init)
                + operands.filter { !isOfFeatures($0) && !Self.isOfTiles($0) && !Self.isNetwork($0) },
            "locator"
        ).mapValues { LocatorTask(fileURL: $0) }
        let files = try Self.byName(arguments.all("--features").map(NamedFile.init) + operands.filter(isOfFeatures), "features")
        let texts = files.filter { Self.isGeoJSON($0.value) }
        let opened = files.filter { !Self.isGeoJSON($0.value) }.mapValues {
            Geodatabase(fileURL: $0, isReadOnly: !isEditable && !isSynced)
        }
        features = opened.mapValues { PublishedFeatures($0, isEditable: isEditable, isSyncEnabled: isSynced) }
            .merging(texts.mapValues { PublishedFeatures(geoJSON: $0) }) { own, _ in own }
        geodatabases = Array(opened.values)
        self.texts = texts.keys.sorted()
        if let path = arguments["--tools"] { tools = ["Tools": Self.tools(URL(filePath: path), locators)] } else { tools = [:] }
        portal = arguments["--portal"].map { PublishedPortal(folder: URL(filePath: $0)) }
        let ofTiles = try Self.byName(arguments.all("--tiles").map(NamedFile.init) + operands.filter(Self.isOfTiles), "tiles")
        networks = try Self.byName(
            arguments.all("--network").map(NamedFile.init) + operands.filter(Self.isNetwork), "network"
        ).mapValues { PublishedNetwork(fileURL: $0) }
        if locators.isEmpty, features.isEmpty, tools.isEmpty, portal == nil, ofTiles.isEmpty, networks.isEmpty {
            throw UsageError(
                reason:
                    "say what to serve: --locator FILE, --features FILE, --tiles FILE, --network FILE, --tools DIR or --portal DIR."
            )
        }
        var tiles: [String: PublishedTiles] = [:]
        for (name, file) in ofTiles { tiles[name] = try await PublishedTiles.opening(file) }
        self.tiles = tiles
    }

    private static func isOfTiles(_ file: NamedFile) -> Bool {
        ["tpkx", "mbtiles", "vtpk", "tpk"].contains(file.url.pathExtension.lowercased())
    }

    private static func isNetwork(_ file: NamedFile) -> Bool { file.url.pathExtension.lowercased() == "network" }

    /// The tools that there are: one of them only with a locator.
    private static func tools(_ folder: URL, _ locators: [String: LocatorTask]) -> PublishedTools {
        var tools: [any GeoprocessingTool] = [BufferAndSummarizeTool(), CountdownTool()]
        if let locator = locators.min(by: { $0.key < $1.key })?.value { tools.append(GeocodeTableTool(locator)) }
        return PublishedTools(tools, folder: folder)
    }

    private static func isGeoJSON(_ file: URL) -> Bool { ["geojson", "json"].contains(file.pathExtension.lowercased()) }

    private static func byName(_ files: [NamedFile], _ option: String) throws -> [String: URL] {
        var named: [String: URL] = [:]
        for file in files {
            guard !["", ".", ".."].contains(file.name) else {
                throw UsageError(reason: "\"\(file.name)\" names no service: say --\(option) NAME=FILE.")
            }
            if let other = named.keys.first(where: { $0.lowercased() == file.name.lowercased() }) {
                throw UsageError(reason: "two services are called \(other): give one another name, with --\(option) NAME=FILE.")
            }
            named[file.name] = file.url
        }
        return named
    }

    /// Opens all of them, so that what is wrong with one is told before anybody is answered.
    func load() async throws {
        for locator in locators.values { try await locator.load() }
        for source in features.values { try await source.load() }
        for tools in tools.values { try await tools.load() }
        for tiles in tiles.values { try await tiles.load() }
        for network in networks.values { try await network.load() }
        try await portal?.load()
    }

    /// What is in the files and not served, a sentence for each.
    func unpublished() async throws -> [String] {
        var sentences: [String] = []
        for (_, source) in features.sorted(by: { $0.key < $1.key }) { sentences += try await source.unpublished() }
        return sentences + (portal?.otherFolders ?? []).map { "the folder \($0.printable()) of the portal has no item.json." }
    }

    /// What is served of which nobody can tell where it lies, a sentence for each.
    func unplaced() async throws -> [String] {
        var sentences: [String] = []
        for (_, source) in features.sorted(by: { $0.key < $1.key }) { sentences += try await source.unplaced() }
        return sentences
    }

    /// What clients cannot keep in step, a sentence for each.
    func unsynced() async throws -> [String] {
        var sentences: [String] = []
        for (_, source) in features.sorted(by: { $0.key < $1.key }) { sentences += try await source.unsynced() }
        return sentences
    }

    /// What clients cannot edit, a sentence for each.
    func queriesOnly() -> [String] {
        let rest = isEditable ? ": edits are refused. To have it edited, make a GeoPackage of it, as by cairn export" : ""
        return texts.map { "\($0.printable()) is GeoJSON, and published for queries only\(rest)." }
    }

    /// Leaves each geodatabase as one file, and nothing of what was made for others.
    func close() async {
        for tools in tools.values { await tools.close() }
        for tiles in tiles.values { await tiles.close() }
        for source in features.values { await source.discard() }
        for geodatabase in geodatabases {
            do { try await geodatabase.close() } catch { Console.error(Console.text(of: error)) }
        }
    }
}
