import CairnCore
import CairnGeo
import Foundation

/// A GeoPackage of one table. What it holds is itself the truth of how far the work is: each batch is a transaction.
actor GeoPackageFeatureOutput: FeatureOutput {
    private let executor = QueueExecutor("cairn.feature-output")
    private let table: FeatureTableDefinition
    private let partial: PartialOutput
    private var writer: FeatureTableWriter?
    private var package: GeoPackage?
    /// Behind them, so that it is let go of last.
    private var lock: FileDescriptor?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ table: FeatureTableDefinition, _ partial: PartialOutput) {
        (self.table, self.partial) = (table, partial)
    }

    func begin(_ checkpoint: inout FeatureExportWork.Checkpoint) throws {
        // Locked for our own: SQLite's locks are of another kind.
        let lock = try partial.open(after: 0)
        self.lock = lock
        // What no record tells of may be another job's, of other features.
        if checkpoint.summary.features == 0 {
            for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: partial.url.path + suffix) }
            try lock.truncate(to: 0)
        }
        let package = try GeoPackage(makingIn: partial.url)
        self.package = package
        try package.lockForWriting()
        if let there = try package.tables().first {
            guard there.name == table.name else { throw PartialOutputTrouble.taken(path: partial.url.path) }
            try expectGeometryColumn(of: there)
        } else {
            guard checkpoint.summary.features == 0 else { throw PartialOutputTrouble.lost(path: partial.url.path) }
            try package.transaction {
                try package.createTable(table, isIndexed: false)
                try package.createGlobalIDIndex(of: table)
            }
        }
        // They have the order of their ids: those that are there are all up to the last.
        (checkpoint.summary.features, checkpoint.lastObjectID) = try package.countAndLastObjectID(of: table)
        writer = try package.writer(of: table)
    }

    /// No other format has its name, so that it is no part of what an export is made for.
    private func expectGeometryColumn(of there: FeatureTableDefinition) throws(FeatureExportTrouble) {
        let (before, now) = (there.geometryColumn, table.geometryColumn)
        guard there.hasGeometry, table.hasGeometry, before.lowercased() != now.lowercased() else { return }
        let change = "its column of geometries was \(before.printable()) and is \(now.printable())"
        throw .changed(table: table.name, changes: [change])
    }

    func write(_ features: [Feature]) throws {
        guard let package, let writer else { return }
        try package.transaction {
            for feature in features {
                do { try writer.add(feature) } catch let error as GeodatabaseError { throw trouble(error, feature) }
            }
        }
    }

    private func trouble(_ error: GeodatabaseError, _ feature: Feature) -> FeatureExportTrouble {
        let id = feature.objectID(table.objectIDField).map(String.init) ?? "unknown"
        return .notTaken(table: table.name, reason: "\(error)", feature: "\(table.objectIDField) \(id)")
    }

    func objectIDs() throws -> FeaturesSeen {
        var seen = FeaturesSeen()
        try package?.forEachObjectID(of: table) { seen.insert($0) }
        return seen
    }

    /// Each transaction is whole, and what the power takes away is fetched again.
    func keep() -> Int { 0 }

    func finish() throws -> Int {
        if let package {
            try package.transaction { try package.createIndex(of: table) }
            try package.endLoggingAhead()
        }
        (writer, package) = (nil, nil)
        try lock?.synchronize()
        return try lock?.size() ?? 0
    }

    func putInPlace() throws {
        guard let lock else { return }
        try partial.putInPlace(lock)
    }
}
