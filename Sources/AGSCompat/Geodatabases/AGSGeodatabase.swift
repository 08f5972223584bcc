import CairnCallbacks
import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// Tables of features in one file, an OGC GeoPackage whatever its name ends in.
///
/// Edits of all tables, transactions and ``close()`` are done in the order in which they are asked for, whoever has them.
///
/// Transactions and ``close()`` use the file on the calling thread, and wait for the edits that were asked for before;
/// ``hasLocalEdits()`` and ``AGSFeatureTable/numberOfFeatures`` do so within a transaction.
public final class AGSGeodatabase: NSObject, AGSLoadable {
    /// The geodatabase that this one drives.
    public let geodatabase: Geodatabase
    private let loading = LegacyLoading()
    /// The same objects for as long as this one is there.
    private let tables = Mutex<[String: Carried<AGSGeodatabaseFeatureTable>]>([:])

    /// A geodatabase of Cairn for old callers.
    public init(_ geodatabase: Geodatabase) {
        self.geodatabase = geodatabase
    }

    /// A geodatabase in a file that is there.
    public convenience init(fileURL: URL) {
        self.init(Geodatabase(fileURL: fileURL))
    }

    /// A geodatabase by its name: in the main bundle, or by its path, with or without ".geodatabase" or ".gpkg".
    public convenience init(name: String) {
        self.init(fileURL: .named(name, extensions: ["geodatabase", "gpkg"]))
    }

    /// Makes an empty geodatabase in a new file.
    @discardableResult
    public static func create(
        withFileURL fileURL: URL, completion: @escaping (AGSGeodatabase?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        OperationCancelable({ try await Geodatabase.create(at: fileURL) }) { geodatabase, error in
            completion(geodatabase.map(AGSGeodatabase.init), error)
        }
    }

    /// The file.
    public var fileURL: URL { geodatabase.url }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: geodatabase) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: geodatabase) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(geodatabase, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) {
        loading.load(geodatabase, for: self, retrying: true, completion)
    }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(geodatabase) }

    // MARK: - Tables

    /// The tables; none until loaded.
    public var geodatabaseFeatureTables: [AGSGeodatabaseFeatureTable] { geodatabase.tables.map(table) }

    /// The table of that name; nil if there is none.
    public func geodatabaseFeatureTable(withName name: String) -> AGSGeodatabaseFeatureTable? {
        geodatabaseFeatureTables.first { $0.tableName.caseInsensitiveCompare(name) == .orderedSame }
    }

    /// The table that is of a layer of the service; nil if there is none.
    public func geodatabaseFeatureTable(byServiceLayerID serviceLayerID: Int) -> AGSGeodatabaseFeatureTable? {
        geodatabaseFeatureTables.first { $0.serviceLayerID == serviceLayerID }
    }

    private func table(_ table: GeodatabaseFeatureTable) -> AGSGeodatabaseFeatureTable {
        let new = Carried(AGSGeodatabaseFeatureTable(table, in: self))
        // What is behind these is used from whatever thread its owners choose, as it always was.
        return tables.withLock { tables in
            if let known = tables[table.info.name], known.value.geodatabaseTable.info == table.info { return known }
            tables[table.info.name] = new
            return new
        }.value
    }

    /// Makes a table.
    @discardableResult
    public func createTable(
        with tableDescription: AGSTableDescription, completion: @escaping (AGSGeodatabaseFeatureTable?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (geodatabase, definition) = (geodatabase, Result { try tableDescription.value() })
        let placed = Result { try geodatabase.loadStatus.isLoaded ? geodatabase.placeTable(try definition.get()) : nil }
        return OperationCancelable({
            if let placed = try placed.get() { return try await placed.value() }
            return try await geodatabase.createTable(try definition.get())
        }) { table, error in
            completion(table.map(self.table), error)
        }
    }

    // MARK: - Edits

    /// Whether features have changed since the geodatabase was in step with its service; true if the file cannot be looked into any more, for nobody
    /// knows.
    public func hasLocalEdits() -> Bool { geodatabase.mayHaveChanges() }

    /// Whether a transaction is open.
    public var inTransaction: Bool { geodatabase.isInTransaction }

    /// Begins a transaction: what is edited until it is committed is seen by who asks through this object, and by nobody else.
    ///
    /// While another object, or another program, has one open, it fails after a quarter of a second.
    public func beginTransaction() throws { try legacy { try geodatabase.beginTransaction() } }

    /// Makes everything that was edited in the transaction last.
    public func commitTransaction() throws { try legacy { try geodatabase.commitTransaction() } }

    /// Takes back everything that was edited in the transaction.
    public func rollbackTransaction() throws { try legacy { try geodatabase.rollbackTransaction() } }

    private func legacy(_ body: () throws -> Void) throws {
        do { try body() } catch { throw AGSError.legacy(error) }
    }

    /// Lets go of the file, and leaves it as one; a transaction that is open is rolled back.
    ///
    /// If what is beside the file cannot be brought home, as on a full disk, nothing is lost as long as the files stay together.
    public func close() { try? geodatabase.closeNow() }
}
