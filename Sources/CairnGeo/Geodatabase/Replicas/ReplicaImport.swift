import CairnCore
package import Foundation

/// Fills a new GeoPackage with the copy of a service that a file holds, and tracks what is edited from then on.
package struct ReplicaImport {
    private let file: ReplicaFile
    private let package: GeoPackage
    private let tables: [Int: FeatureTableDefinition]
    private let isSynced: Bool

    /// So many features make one transaction.
    private static let batch = 5000
    /// The index of so many global ids is made at the end, which is faster, and sorted in memory: some 80 MB. SQLite would sort more in the system's
    /// folder for temporary files, where there may be less room than for the copy.
    private let mostSorted: Int

    /// - Parameters:
    ///   - tables: What the layers are to become, by their numbers.
    ///   - isSynced: Whether the copy will be brought up to date, by the global ids of its features.
    package init(
        _ file: ReplicaFile, into package: GeoPackage, tables: [Int: FeatureTableDefinition], isSynced: Bool,
        mostSorted: Int = 1_000_000
    ) {
        (self.file, self.package, self.tables, self.isSynced, self.mostSorted) = (file, package, tables, isSynced, mostSorted)
    }

    /// Makes the tables and writes the features.
    ///
    /// - Parameter progress: Called with how many features have been written.
    /// - Throws: ``ReplicaObjection`` for features that cannot be told apart; ``GeodatabaseError``, `DatabaseError`, `JSONSyntaxError`, ``GeometryError``, `SystemError`, `CancellationError`.
    package func run(_ progress: (Int) -> Void) throws {
        let isSorted = file.featureCount <= mostSorted
        try package.transaction {
            for (_, table) in sorted {
                try package.createTable(table, isIndexed: false)
                if !isSorted { try package.createGlobalIDIndex(of: table) }
            }
        }
        var writers: [Int: FeatureTableWriter] = [:]
        for (id, table) in sorted { writers[id] = try package.writer(of: table) }
        var (batch, count) = ([(FeatureTableWriter, Feature)](), 0)
        func write() throws {
            try package.transaction { for (writer, feature) in batch { try telling { _ = try writer.add(feature) } } }
            count += batch.count
            batch.removeAll(keepingCapacity: true)
            progress(count)
        }
        let names = tables.mapValues { ColumnNames($0) }
        try file.forEachItem(of: tables) { item in
            guard case .feature(let part, _, let feature) = item, let id = file.layerIDs[part], let writer = writers[id] else {
                return
            }
            if isSynced, let table = tables[id] { try Self.expectGlobalID(feature, table) }
            batch.append((writer, names[id]?.named(feature) ?? feature))
            if batch.count >= Self.batch { try write() }
        }
        try write()
        if isSorted { try telling { try package.createGlobalIDIndexesInMemory(of: sorted.map(\.1)) } }
    }

    private func telling(_ body: () throws -> Void) throws {
        do { try body() } catch let error as DatabaseError where error.isOfConstraint {
            throw ReplicaObjection("it has a feature twice (\(error.message.printable(upTo: 200)))")
        }
    }

    private static func expectGlobalID(_ feature: Feature, _ table: FeatureTableDefinition) throws {
        let id = table.globalIDField.flatMap { feature.attributes.value(ofAnyCase: $0)?.string }
        if id.map(GlobalID.isWellFormed) == true { return }
        throw ReplicaObjection(
            "a feature of \(table.name.printable(upTo: 60)) has no global id, but \(id?.printable(upTo: 40) ?? "none")")
    }

    /// Adds the files that are attached to the features.
    ///
    /// - Parameter fetched: Those that have been fetched, by their addresses.
    package func addAttachments(fetched: [String: URL]) throws {
        for (id, table) in sorted where table.hasAttachments {
            let layer = ReplicaInfo.Layer(id: id, tableName: table.name)
            let synced = try SyncedTable(layer, package)
            let rows = try SyncedRows(table.name, key: table.objectIDField, globalID: synced.globalIDField, package.database)
            guard let files = synced.attachments else { continue }
            try package.transaction { try addAttachments(of: id, files, rows, fetched) }
        }
    }

    private func addAttachments(
        of id: Int, _ files: AttachmentTable, _ rows: SyncedRows, _ fetched: [String: URL]
    ) throws {
        try file.forEachItem(of: [:]) { item in
            guard case .element(let part, let list, let element) = item, file.layerIDs[part] == id,
                IncomingAttachment.lists.contains(list)
            else { return }
            let incoming = try IncomingAttachment(element)
            // A file of a feature that is not in the copy has no place.
            guard let owner = try rows.row(incoming.parentGlobalID) else { return }
            let content = try incoming.content(fetched)
            _ = try files.add(
                NewAttachment(
                    name: incoming.name, contentType: incoming.contentType, content: content, globalID: incoming.globalID),
                toFeature: owner.id)
        }
    }

    /// Makes the indexes, keeps what the file is a copy of, and tracks what is edited from then on; not of a copy that is never brought up to date.
    package func finish(_ replica: ReplicaInfo?) throws {
        try package.transaction {
            for (_, table) in sorted { try package.createIndex(of: table) }
            guard let replica else { return }
            for (_, table) in sorted { try ChangeTracking(package.table(table.name), package.database).start() }
            try ReplicaTable(package.database).write(replica)
        }
    }

    private var sorted: [(Int, FeatureTableDefinition)] { tables.sorted { $0.key < $1.key } }
}
