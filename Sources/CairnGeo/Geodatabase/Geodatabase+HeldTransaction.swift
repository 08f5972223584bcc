import CairnCore
import Foundation
import Synchronization

/// Transactions that are held open from one call to another, and other calls for who cannot await: each uses the file on the calling thread.
/// What edits waits for the edits that were asked for before, and so does what is asked within a transaction.
extension Geodatabase {
    /// Whether a transaction is held open.
    package var isInTransaction: Bool { state.withLock(\.isInTransaction) }

    /// What becomes of the edits in the transaction that is held open; nil if none is.
    package var transactionFate: EditFate? { state.withLock(\.transaction) }

    /// Begins a transaction. Until it is committed, or rolled back, all edits through this object are a part of it, whoever asks through it sees
    /// them, and nobody else does. While somebody else has one open, it fails within a quarter of a second, and so do the edits
    /// before it that wait for that.
    ///
    /// Edits within it that have begun are not ended by the cancellation of who makes them.
    ///
    /// - Throws: ``GeodatabaseError/inTransaction(path:)``, ``GeodatabaseError/notLoaded(path:)``, ``GeodatabaseError/readOnly(path:)``,
    ///   ``GeodatabaseError/closed(path:)``, ``DatabaseError``.
    package func beginTransaction() throws {
        try writer().performInAHurry { [self] package in
            try package.beginTransaction()
            state.withLock { $0.transaction = EditFate() }
        }
    }

    /// Makes everything that the transaction has changed last.
    ///
    /// - Throws: ``GeodatabaseError/noTransaction(path:)``, ``GeodatabaseError/transactionLost(path:)``, ``DatabaseError``: the transaction is
    ///   still open then.
    package func commitTransaction() throws { try endTransaction(committing: true) }

    /// Takes back everything that the transaction has changed.
    ///
    /// - Throws: ``GeodatabaseError/noTransaction(path:)``, ``DatabaseError``.
    package func rollbackTransaction() throws { try endTransaction(committing: false) }

    private func endTransaction(committing: Bool) throws {
        try writer().performInAHurry { [self] package in
            try package.endTransaction(committing: committing)
            state.withLock { $0.endTransaction(committing: committing) }
            // It has ended, whether the tables can be read again or not.
            guard let contents = try? package.contents() else { return }
            state.withLock { $0.contents = contents }
        }
    }

    /// Asks something that is answered at once.
    func askNow<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) throws -> Value {
        if !loadStatus.isLoaded { throw GeodatabaseError.notLoaded(path: url.path) }
        if isInTransaction { return try writer().performNow(body) }
        let reader = try reader()
        let value = try reader.performNow(body)
        giveBack(reader)
        return value
    }

    /// Whether features of a table, or of any, have changed since the geodatabase was in step with its service. Only what is tracked is known.
    /// One that is closed is looked into for this.
    ///
    /// - Throws: ``GeodatabaseError/notLoaded(path:)``, ``DatabaseError``.
    package func hasChangesNow(of table: FeatureTableDefinition? = nil) throws -> Bool {
        do { return try askNow { try $0.hasChanges(of: table) } } catch GeodatabaseError.closed {
            return try GeoPackage(url, isReadOnly: true).hasChanges(of: table)
        }
    }

    /// Lets go of the file, as `close()` does; a transaction that is open is rolled back.
    package func closeNow() throws {
        let (writer, readers) = takeConnections()
        for reader in readers { reader.closeNow() }
        guard let writer else { return }
        try writer.performInAHurry { try $0.endLoggingAhead() }
        writer.closeNow()
    }
}

extension GeoPackage {
    func hasChanges(of table: FeatureTableDefinition?) throws -> Bool {
        try (table.map { [$0] } ?? tables()).contains { table in
            let tracking = ChangeTracking(table, database)
            return try tracking.isOn() && tracking.hasAny()
        }
    }
}

extension Geodatabase.State {
    mutating func endTransaction(committing: Bool) {
        if !committing { transaction?.takeBack() }
        transaction = nil
    }
}

extension GeodatabaseFeatureTable {
    /// How many features there are.
    package func featureCountNow() throws -> Int {
        try askNow { try $0.count(QueryParameters(), of: info) }
    }

    /// The rectangle around all features, nil if none has a place.
    package func extentNow() throws -> Envelope? {
        try askNow { info.geometryType == nil ? nil : try $0.extent(QueryParameters(), of: info) }
    }

    /// The feature of an object id; nil if there is none.
    package func featureNow(objectID: Int) throws -> Feature? {
        try askNow { try FeatureCursor(QueryParameters(objectIDs: [objectID]), info, $0).nextBatch()?.first }
    }

    /// All features.
    package func featuresNow() throws -> [Feature] {
        try askNow { package in
            let cursor = try FeatureCursor(QueryParameters(), info, package)
            var features: [Feature] = []
            while let batch = try cursor.nextBatch() { features += batch }
            return features
        }
    }

    private func askNow<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) throws -> Value {
        try geodatabase.askNow { package in try package.using(info) { try body(package) } }
    }

    /// The features that parameters ask for, all at once, if a transaction is open: what edits reads them, and it is to edit on.
    func featuresInTransaction(using parameters: QueryParameters) async throws -> FeatureQueryResult? {
        try await geodatabase.load()
        guard geodatabase.isInTransaction else { return nil }
        let (shape, features) = try await geodatabase.writer().perform { package in
            try package.using(info) {
                let cursor = try FeatureCursor(parameters, info, package)
                var features: [Feature] = []
                while let batch = try cursor.nextBatch() { features += batch }
                return (cursor.shape, features)
            }
        }
        return FeatureQueryResult(
            features, fields: shape.fields, geometryType: shape.geometryType, spatialReference: shape.spatialReference)
    }
}
