import CairnCore
import Foundation

/// An `.mbtiles` that is read, on a queue of its own (MBTiles specification 1.3).
actor MBTilesConnection {
    private let executor = QueueExecutor("cairn.tiles")
    private let url: URL
    private var database: Database?
    private var reader: MBTilesReader?

    /// Of SQLite's machine, for one question: enough for ten million tiles without an index, and some seconds.
    private static let mostSteps = 1 << 28

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ url: URL) { self.url = url }

    /// Whether a file is one of SQLite's.
    static func isDatabase(_ url: URL) throws(SystemError) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else { return false }
        return try FileSlice(path: url.path).read(upTo: 16, at: 0).elementsEqual("SQLite format 3\0".utf8)
    }

    @concurrent
    nonisolated func info() async throws -> TileCacheInfo { try await perform { $0.info } }

    @concurrent
    nonisolated func tile(at key: TileKey) async throws -> Data? { try await perform { try $0.tile(at: key) } }

    /// Gives the keys of all tiles, some at a time.
    @concurrent
    nonisolated func forEachKeys(_ body: ([TileKey]) async throws -> Void) async throws {
        var last: MBTilesReader.Place?
        repeat {
            let place = last
            let page = try await perform { try $0.keys(after: place) }
            if !page.keys.isEmpty { try await body(page.keys) }
            last = page.last
        } while last != nil
    }

    /// Reads, until it is cancelled. `tiles` may be a view, and a view need not end.
    @concurrent
    private nonisolated func perform<Value: Sendable>(_ body: @Sendable (MBTilesReader) throws -> Value) async throws -> Value {
        let interruption = Interruption(steps: Self.mostSteps)
        return try await withTaskCancellationHandler {
            try await run(interruption, body)
        } onCancel: {
            interruption.ask()
        }
    }

    private func run<Value: Sendable>(
        _ interruption: Interruption, _ body: @Sendable (MBTilesReader) throws -> Value
    ) throws -> Value {
        let database = try database ?? Database(url, .readOnly)
        self.database = database
        do {
            return try database.interruptible(by: interruption) { try body(opened(database)) }
        } catch let error as DatabaseError where error.isInterruption {
            throw TileCacheError.damaged(path: url.path, reason: "its tables, or views, have no end, or no index")
        } catch let error as DatabaseError where error.isOfLength {
            throw TileCacheError.damaged(path: url.path, reason: "it has a tile, or a text, of more than 64 MiB")
        }
    }

    private func opened(_ database: Database) throws -> MBTilesReader {
        if let reader { return reader }
        let new = try MBTilesReader(database)
        reader = new
        return new
    }
}
