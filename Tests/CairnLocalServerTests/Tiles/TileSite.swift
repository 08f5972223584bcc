import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation

/// A Local Server with tiles, asked as clients ask.
struct TileSite {
    let server: LocalServer
    private let base = URL(string: "http://localhost/arcgis/rest/services")!

    init(_ tiles: [String: PublishedTiles]) { server = LocalServer(tiles: tiles) }

    func response(
        _ path: String, _ fields: [String: String] = [:], headers: [String: String] = [:]
    ) async throws -> HTTPResponse {
        let url = path.hasPrefix("http") ? URL(string: path)! : URL(string: "\(base.absoluteString)/\(path)")!
        return try await server.send(.form(url, fields.merging(["f": "json"]) { own, _ in own }, headers: headers))
    }

    func json(_ path: String, _ fields: [String: String] = [:]) async throws -> JSONValue {
        try JSONValue(parsing: try await response(path, fields).body)
    }

    /// How a job stands, once it has ended or is what it is waited for.
    func job(_ address: String, is states: String...) async throws -> JSONValue {
        while true {
            let json = try await json(address)
            let state = json["jobStatus"]?.string ?? ""
            let ended = ["esriJobSucceeded", "esriJobFailed", "esriJobCancelled"]
            if json["error"] != nil || states.contains(state) || states.isEmpty && ended.contains(state) { return json }
            await Task.yield()
        }
    }

    /// A finished export: its file.
    func exported(_ operation: String, jobs: String, _ fields: [String: String]) async throws -> Data {
        let id = try await json(operation, fields)["jobId"]?.string ?? ""
        let job = try await job("\(jobs)/\(id)")
        guard job["jobStatus"] == "esriJobSucceeded" else { throw ServiceError(code: 0, message: job.text()) }
        let value = try await json("\(jobs)/\(id)/results/out_service_url")["value"]?.string ?? ""
        if value.hasSuffix(".vtpk") { return try await response(value).body }
        let file = try await json(value)["files"]?[0]?["url"]?.string ?? ""
        return try await response(file).body
    }
}

/// Tiles whose bytes say which they are, and that come when a test lets them.
struct NumberedTiles: TileSource {
    let info: TileCacheInfo
    /// Each tile waits here.
    let gate: Gate
    /// Which tiles there are.
    let isThere: @Sendable (TileKey) -> Bool

    init(
        levels: ClosedRange<Int> = 0...12, extent: Envelope? = nil, format: TileImageFormat = .png, isOpen: Bool = true,
        where isThere: @escaping @Sendable (TileKey) -> Bool = { _ in true }
    ) {
        info = TileCacheInfo(
            name: "Numbers & more", tileInfo: .webMercator(levels: levels, tileSize: format == .pbf ? 512 : 256, format: format),
            levels: levels, fullExtent: extent ?? SampleTown.box(Position(x: 0, y: 0), 20_037_508))
        gate = Gate()
        if isOpen { gate.open() }
        self.isThere = isThere
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? {
        try await gate.pass()
        return isThere(key) ? Data("tile \(key)".utf8) : nil
    }

    @concurrent
    func hasTile(at key: TileKey) async throws -> Bool { isThere(key) }

    @concurrent
    func resource(at path: String) async throws -> Data? {
        path == "styles/root.json" ? Data(#"{"version":8}"#.utf8) : nil
    }

    @concurrent
    func resourcePaths() async throws -> [String] { info.tileInfo.format == .pbf ? ["styles/root.json"] : [] }
}

/// Tiles with a resource of whatever path.
struct TilesWithAnything: TileSource {
    let info = NumberedTiles(format: .pbf).info

    @concurrent
    func tile(at key: TileKey) async throws -> Data? { nil }

    @concurrent
    func resource(at path: String) async throws -> Data? { Data(path.utf8) }
}
