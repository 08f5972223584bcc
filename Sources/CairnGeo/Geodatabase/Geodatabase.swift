public import CairnCore
public import Foundation
import Synchronization

/// Tables of features in one file, an OGC GeoPackage: made, asked and edited here, and by QGIS, GDAL and whatever else reads the format.
///
/// It is loaded once, and then may be used from anywhere: questions run side by side, edits one after the other, each on a thread of its own.
/// What is edited, whoever does it, stays whole: a process that is killed in the midst leaves the file as it was before.
///
/// ```swift
/// let geodatabase = try await Geodatabase.create(at: file)
/// let cities = try await geodatabase.createTable(
///     FeatureTableDefinition("Cities", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84))
/// var edits = FeatureEdits()
/// edits.adds = [Feature(attributes: ["NAME": "Vaduz"], geometry: .point(MapPoint(latitude: 47.14, longitude: 9.52)))]
/// print(try await cities.applyEdits(edits).adds)
/// try await geodatabase.close()
/// ```
///
/// While it is open for writing, edits are kept in a file beside it first (`-wal`), so that nobody who reads has to wait; ``close()`` leaves one
/// file.
///
/// It is of the file that was opened. Once that is removed, or another one takes its place, it throws ``GeodatabaseError/replaced(path:)``: no edit
/// is acknowledged that nobody will find. Make a new one of what is there then.
public final class Geodatabase: Loadable {
    /// Keeps the status.
    public let loader = Loader()
    /// The file.
    public let url: URL
    /// Whether nothing is to be changed.
    package let isForReading: Bool
    /// Where it lies, if that is to go with it.
    let folder: TemporaryFolder?
    let state = Mutex(State())

    struct Borrowed {
        weak let reader: GeodatabaseConnection?
    }

    struct State {
        var contents = TableCatalog.Contents()
        /// How often they have changed here, and what they were known by when they were last looked for.
        var (changes, stamp) = (0, "")
        /// What edits; nil while it is not loaded, if it is for reading, and once it is closed.
        var writer: GeodatabaseConnection?
        /// What asks, and has nothing to do.
        var readers: [GeodatabaseConnection] = []
        /// What asks for somebody, as long as somebody has it.
        var borrowed: [Borrowed] = []
        var isClosed = false
        /// The file that was opened, and what is written beside it; nil before.
        var (file, log): (FileID?, DatabaseLog?)
        /// Whether it was seen that the file is not there any more.
        var isReplaced = false
        /// What becomes of the edits in the transaction that is held open; nil if none is.
        var transaction: EditFate?
        var isInTransaction: Bool { transaction != nil }
    }

    /// A geodatabase in a file that is there.
    ///
    /// - Parameters:
    ///   - url: Where the file is.
    ///   - isReadOnly: Whether nothing is to be changed, not even for a while, but that what a program that was killed has half-written
    ///     is taken back. A file that may not be written is opened so, too.
    public convenience init(fileURL url: URL, isReadOnly: Bool = false) {
        self.init(fileURL: url, isReadOnly: isReadOnly, in: nil)
    }

    /// Of those who ask something that is answered at once.
    let turns = Slots(mostReaders)

    init(fileURL url: URL, isReadOnly: Bool, in folder: TemporaryFolder?) {
        (self.url, isForReading, self.folder) = (url, isReadOnly, folder)
    }

    /// Makes an empty geodatabase in a new file, and loads it.
    ///
    /// - Throws: ``GeodatabaseError/exists(path:)``, ``DatabaseError``.
    @concurrent
    public static func create(at url: URL) async throws -> Geodatabase {
        try await makeFile(at: url)
        let geodatabase = Geodatabase(fileURL: url)
        try await geodatabase.load()
        return geodatabase
    }

    /// On a queue: the disk takes its time.
    private static func makeFile(at url: URL) async throws {
        let connection = GeodatabaseConnection(url.path) { _, _ in try GeoPackage.create(at: url) }
        try await connection.perform { _ in }
        await connection.close()
    }

    /// Makes an empty geodatabase that goes when nobody needs it any more, and loads it.
    @concurrent
    package static func temporary() async throws -> Geodatabase {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "features.gpkg")
        try await makeFile(at: url)
        let geodatabase = Geodatabase(fileURL: url, isReadOnly: false, in: folder)
        try await geodatabase.load()
        return geodatabase
    }

    /// Opens the file. Called by `load()`.
    ///
    /// - Throws: ``GeodatabaseError/closed(path:)`` if it has been closed before, or meanwhile; what is wrong with the file.
    @concurrent
    public func performLoad() async throws {
        if state.withLock(\.isClosed) { throw GeodatabaseError.closed(path: url.path) }
        let (url, isForReading) = (url, isForReading)
        let connection = GeodatabaseConnection(url.path) { patience, interruption in
            try GeoPackage(url, isReadOnly: isForReading, waiting: patience, until: interruption)
        }
        let (contents, file, log) = try await connection.perform { package in
            if !isForReading, package.isWritable { try package.beginLoggingAhead() }
            return (try package.contents(), package.database.file, package.log)
        }
        let isClosed = state.withLock { state in
            if state.isClosed { return true }
            (state.contents, state.file, state.log) = (contents, file, log)
            if log != nil { state.writer = connection } else { state.readers.append(connection) }
            return false
        }
        guard isClosed else { return }
        if log != nil { try await connection.perform { try $0.endLoggingAhead() } }
        await connection.close()
        throw GeodatabaseError.closed(path: url.path)
    }

    /// Before what edits, which can bring the file in order only if nobody else has it open.
    deinit {
        // Let go of outside of the lock: closing is SQLite's.
        let readers = state.withLock { state in
            defer { state.readers = [] }
            return state.readers
        }
        withExtendedLifetime(readers) {}
    }

    /// Whether it is loaded, and may be written.
    package var isEditable: Bool { state.withLock { $0.writer != nil } }

    // MARK: - Tables

    /// The tables and views that can be read, by name; none before it is loaded.
    public var tables: [GeodatabaseFeatureTable] {
        state.withLock(\.contents.tables).map { GeodatabaseFeatureTable($0, of: self) }
    }

    /// Why tables that the file names in its contents cannot be read, by their names; none before it is loaded.
    public var unreadableTables: [String: GeodatabaseError] { state.withLock(\.contents.unreadable) }

    /// The table of that name, in whatever letters.
    ///
    /// - Throws: ``GeodatabaseError/noTable(name:path:)``, ``GeodatabaseError/unreadable(table:reason:)``,
    ///   ``GeodatabaseError/notLoaded(path:)``.
    public func table(named name: String) throws(GeodatabaseError) -> GeodatabaseFeatureTable {
        guard case .loaded = loadStatus else { throw .notLoaded(path: url.path) }
        guard let table = tables.first(where: { $0.info.name.caseInsensitiveCompare(name) == .orderedSame }) else {
            throw state.withLock { $0.contents.reason(name) } ?? .noTable(name: name, path: url.path)
        }
        return table
    }

    /// Looks whether other software has added, changed or removed tables since; that is cheap if nobody has.
    ///
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``.
    @concurrent
    public func refreshTables() async throws {
        try await load()
        let (known, changes) = state.withLock { ($0.stamp, $0.changes) }
        let (stamp, contents) = try await ask { package in
            let stamp = try package.tableStamp()
            return (stamp, stamp == known ? nil : try package.contents())
        }
        guard let contents else { return }
        state.withLock { state in
            // What has been made here meanwhile is newer.
            if state.changes == changes { (state.contents, state.stamp) = (contents, stamp) }
        }
    }

    /// Makes a table.
    ///
    /// - Throws: ``GeodatabaseError``, ``DatabaseError``.
    @concurrent
    public func createTable(_ definition: FeatureTableDefinition) async throws -> GeodatabaseFeatureTable {
        try await transaction { try $0.createTable(definition) }
        return try table(named: definition.name)
    }

    // MARK: - Transactions

    /// Does much as a whole, or nothing of it: if `body` throws, or the process is killed, nothing has happened.
    ///
    /// Nobody else edits meanwhile, and who asks is answered from what was there before.
    ///
    /// ```swift
    /// let count = try await geodatabase.transaction { editor in
    ///     try editor.createTable(FeatureTableDefinition("Copies", fields: [Field("NAME")]))
    ///     return try editor.add(features, to: "Copies").count
    /// }
    /// ```
    ///
    /// - Throws: What `body` throws; ``GeodatabaseError/readOnly(path:)``, ``DatabaseError``; `CancellationError` if the calling task is
    ///   cancelled before all is done.
    @concurrent
    public func transaction<Value: Sendable>(
        _ body: @Sendable (GeodatabaseEditor) throws -> Value
    ) async throws -> Value {
        let (value, contents) = try await edit { package in
            let value = try package.transaction { try body(GeodatabaseEditor(package)) }
            return (value, try package.contents())
        }
        take(contents)
        return value
    }

    /// Takes over what the tables are since they were changed here.
    func take(_ contents: TableCatalog.Contents) {
        state.withLock { state in
            state.contents = contents
            state.changes += 1
        }
    }

    /// Changes the file by what edits it.
    @concurrent
    package func edit<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) async throws -> Value {
        try await load()
        return try await writer().perform(body)
    }

    /// What edits.
    func writer() throws(GeodatabaseError) -> GeodatabaseConnection {
        let (writer, isClosed) = state.withLock { ($0.writer, $0.isClosed) }
        if isClosed { throw .closed(path: url.path) }
        if hasBeenReplaced() { throw .replaced(path: url.path) }
        if let writer { return writer }
        throw loadStatus.isLoaded ? .readOnly(path: url.path) : .notLoaded(path: url.path)
    }

    // MARK: - Closing

    /// Lets go of the file, and leaves it as one. The edit that is under way ends first; what is asked for later is refused, and so are the rest
    /// of the features of a query that has not come to its end.
    ///
    /// Who does not close it, has the file closed when nobody refers to it any more.
    ///
    /// - Throws: ``DatabaseError`` if what is beside the file could not be brought home, as on a full disk; nothing is lost then, as long as
    ///   both files stay together.
    @concurrent
    public func close() async throws {
        let (writer, readers) = takeConnections()
        for reader in readers { await reader.close() }
        guard let writer else { return }
        try await writer.perform { try $0.endLoggingAhead() }
        await writer.close()
    }

    /// What has the file open, and is not to have it any more: what edits, and what asks.
    func takeConnections() -> (GeodatabaseConnection?, [GeodatabaseConnection]) {
        state.withLock { state in
            defer { (state.writer, state.readers, state.borrowed, state.isClosed) = (nil, [], [], true) }
            if state.isInTransaction { state.endTransaction(committing: false) }
            return (state.writer, state.readers + state.borrowed.compactMap(\.reader))
        }
    }
}
