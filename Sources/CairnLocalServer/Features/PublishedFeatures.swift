import CairnCore
public import CairnGeo
public import Foundation

/// Features that a ``LocalServer`` publishes: the tables they are in, and what clients may do with them.
///
/// ```swift
/// let geodatabase = Geodatabase(fileURL: file)
/// let server = LocalServer(features: ["Town": PublishedFeatures(geodatabase, isEditable: true)])
/// ```
///
/// The layers of the service are the tables in the order of their names, from 0 on.
public struct PublishedFeatures: Sendable {
    /// Whether clients may add, change and delete features and attachments.
    public var isEditable: Bool
    /// The most features that one answer has; clients ask for the rest by `resultOffset`.
    public var maxRecordCount: Int
    /// What people read of the service.
    public var description = ""
    /// Whether clients may take replicas of the features, and keep them in step.
    public var isSyncEnabled: Bool { geodatabase != nil }
    /// What replicas are of, and kept in; nil if there are none.
    private(set) var geodatabase: (@Sendable () async throws -> Geodatabase)?
    /// The tables as they are now.
    let tables: @Sendable () async throws -> [any FeatureTable]
    /// Why others cannot be read, by their names.
    private(set) var unreadable: @Sendable () -> [String: GeodatabaseError] = { [:] }
    /// Looks whether there are others by now.
    private(set) var refresh: @Sendable () async throws -> Void = {}
    /// Refuses to let clients edit what may not be written.
    private var expectWritable: @Sendable () throws -> Void = {}
    private var discarding: @Sendable () async -> Void = {}

    /// The tables of a geodatabase, which is loaded when it is first asked for. Once another file has taken the place of its file, that is opened
    /// in the same way, and its tables are published; while there is none, each request is told so.
    ///
    /// - Parameters:
    ///   - geodatabase: Whose tables are the layers.
    ///   - isEditable: Whether clients may add, change and delete features and attachments.
    ///   - isSyncEnabled: Whether clients may take replicas, and keep them in step; replicas that send edits, where these are allowed. What has
    ///     changed since, and which replicas there are, is kept in the file, which must be writable. Tables whose features have no global ids are
    ///     left out.
    ///   - maxRecordCount: The most features that one answer has.
    public init(
        _ geodatabase: Geodatabase, isEditable: Bool = false, isSyncEnabled: Bool = false, maxRecordCount: Int = 2000
    ) {
        let published = PublishedGeodatabase(geodatabase)
        self.init(isEditable, maxRecordCount) {
            try await published.loaded().tables
        }
        unreadable = { published.current.unreadableTables }
        refresh = { try await published.loaded().refreshTables() }
        discarding = { await published.discard() }
        if isSyncEnabled { self.geodatabase = { try await published.loaded() } }
        if isEditable || isSyncEnabled {
            expectWritable = {
                if !published.current.isEditable { throw GeodatabaseError.readOnly(path: geodatabase.url.path) }
            }
        }
    }

    /// The features of a GeoJSON file, for reading: they are brought into a geodatabase of their own when they are first asked for. What is
    /// written to the file later does not count.
    public init(geoJSON file: URL, maxRecordCount: Int = 2000) {
        let imported = ImportedGeoJSON(file)
        self.init(false, maxRecordCount) {
            try await imported.load()
            return imported.tables
        }
        discarding = { await imported.discard() }
    }

    /// Tables of any kind.
    public init(tables: [any FeatureTable], isEditable: Bool = false, maxRecordCount: Int = 2000) {
        self.init(isEditable, maxRecordCount) {
            for case let table as any Loadable in tables { try await table.retryLoad() }
            return tables
        }
    }

    /// Opens what is published, so that what is wrong with it is told before anybody is answered.
    ///
    /// - Throws: `GeodatabaseError.readOnly` if clients may edit, and the file may not be written. What opening the file throws:
    ///   `SystemError`, `GeodatabaseError`, `DatabaseError`.
    @concurrent
    public func load() async throws {
        _ = try await tables()
        try expectWritable()
    }

    /// Removes what has been made for them: the geodatabase of a GeoJSON file, which else goes when nobody needs it any more, but not with the
    /// process. A file that has taken the place of another is closed. A geodatabase of yours stays open, and is yours to close.
    @concurrent
    public func discard() async {
        await discarding()
    }

    private init(
        _ isEditable: Bool, _ maxRecordCount: Int, _ tables: @escaping @Sendable () async throws -> [any FeatureTable]
    ) {
        self.isEditable = isEditable
        self.maxRecordCount = max(1, maxRecordCount)
        self.tables = tables
    }
}
