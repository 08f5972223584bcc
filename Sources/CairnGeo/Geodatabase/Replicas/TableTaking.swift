import CairnCore
import Foundation

/// Takes over what comes from a service for one table: features and files are told by their global ids, and keep the ids that they have here.
///
/// A feature that has been changed here, and not been set apart to be sent, stays as it is here: what was done to it is sent later.
struct TableTaking {
    private let table: SyncedTable
    private let package: GeoPackage
    private let writer: FeatureTableWriter
    private let rows: SyncedRows
    private let files: FileTaking?
    private let tracking: ChangeTracking
    private let likeness: FeatureLikeness
    /// Whether nobody knows if what is set apart has arrived: what has changed in the service is not sent there again.
    private let isInDoubt: Bool
    /// What says that a feature has no place any more.
    private let displacing: Statement?

    init(_ table: SyncedTable, _ package: GeoPackage, fetched: [String: URL], isInDoubt: Bool) throws {
        (self.table, self.package, self.isInDoubt) = (table, package, isInDoubt)
        let definition = table.definition
        writer = try package.writer(of: definition)
        tracking = ChangeTracking(definition, package.database)
        rows = try SyncedRows(table.name, key: definition.objectIDField, globalID: table.globalIDField, package.database)
        files = try FileTaking(table, rows, package.database, fetched: fetched, isInDoubt: isInDoubt)
        likeness = FeatureLikeness(definition, package)
        displacing =
            try definition.hasGeometry
            ? package.database.prepare(
                """
                UPDATE \(SQLName(table.name)) SET \(SQLName(definition.geometryColumn)) = NULL WHERE \(SQLName(definition.objectIDField)) = ?
                """) : nil
    }

    /// Takes one thing over.
    ///
    /// - Parameter isOfFiles: Whether it is the turn of files; else it is that of features.
    func take(_ item: ReplicaItem, isOfFiles: Bool, _ outcome: inout LayerOutcome) throws {
        switch item {
        case .feature(_, _, let feature) where !isOfFiles: try put(feature, &outcome)
        case .element(_, "features.deleteIds", let id), .element(_, "features.deletes", let id), .element(_, "deleteIds", let id),
            .element(_, "deletes", let id):
            if !isOfFiles { try delete(try deletedID(id), &outcome) }
        case .element(_, let list, let element) where isOfFiles && list.hasPrefix("attachments"):
            try tracking.paused { try files?.take(element, of: list, &outcome) }
        default: break
        }
    }

    /// Tells other software that the table has changed.
    func finish() throws { try package.updateExtent(of: table.definition) }

    private func deletedID(_ json: JSONValue) throws -> String {
        let id = json.string ?? json["globalId"]?.string ?? json["globalid"]?.string
        if let id, GlobalID.isWellFormed(id) { return id }
        throw ReplicaObjection("what was deleted of \(table.name.printable(upTo: 60)) has no global id")
    }

    // MARK: - Features

    private func put(_ feature: Feature, _ outcome: inout LayerOutcome) throws {
        guard let id = feature.attributes.value(ofAnyCase: table.globalIDField)?.string, GlobalID.isWellFormed(id) else {
            throw ReplicaObjection("a feature of \(table.name.printable(upTo: 60)) has no global id")
        }
        outcome.downloaded += 1
        let row = try rows.row(id)
        if let change = try rows.change(id) { return try keep(change, row != nil, &outcome) }
        let sent = try rows.frozenChange(id)
        guard let row else { return try add(feature, sent, &outcome) }
        if let sent, try !likeness.isSame(feature, row.id) { outcome.note(sent, .update, isLocalKept: false) }
        if let sent, isInDoubt { try FrozenChanges(package.database).forget(sent, of: table.name) }
        var own = likeness.named(feature)
        own.attributes[table.globalIDField] = nil
        try tracking.paused {
            _ = try writer.update(own, objectID: row.id)
            guard feature.geometry == nil, let displacing else { return }
            displacing.bind(1, row.id)
            try displacing.run()
        }
    }

    private func add(_ feature: Feature, _ sent: FrozenChanges.Change?, _ outcome: inout LayerOutcome) throws {
        // It was deleted here, and comes again.
        if let sent {
            outcome.note(sent, .update, isLocalKept: false)
            try FrozenChanges(package.database).forget(sent, of: table.name)
        }
        _ = try tracking.paused { try writer.add(likeness.named(feature)) }
    }

    /// What was done here, and not sent, stays; what it means there may have changed.
    private func keep(_ change: FrozenChanges.Change, _ isThere: Bool, _ outcome: inout LayerOutcome) throws {
        if change.kind == .add, isThere { try rows.setChange(change, to: .update) }
        outcome.note(change, .update, isLocalKept: true)
    }

    private func delete(_ id: String, _ outcome: inout LayerOutcome) throws {
        outcome.downloaded += 1
        let row = try rows.row(id)
        if let change = try rows.change(id) {
            if row == nil { return try rows.setChange(change, to: nil) }
            // It is gone there: to have it there again is to add it.
            try rows.setChange(change, to: .add)
            return outcome.note(change, .delete, isLocalKept: true)
        }
        if let sent = try rows.frozenChange(id) {
            if sent.kind != .delete { outcome.note(sent, .delete, isLocalKept: false) }
            try FrozenChanges(package.database).forget(sent, of: table.name)
        }
        guard let row else { return }
        for lost in try files?.forgetChanges(ofFeature: row.id) ?? [] { outcome.note(lost, .delete, isLocalKept: false) }
        _ = try tracking.paused { try writer.delete(objectID: row.id) }
    }
}

extension LayerOutcome {
    fileprivate mutating func note(_ change: FrozenChanges.Change, _ server: SyncConflict.Change, isLocalKept: Bool) {
        conflicts.append(
            SyncConflict(globalID: change.globalID, local: change.kind, server: server, isLocalKept: isLocalKept))
    }
}
