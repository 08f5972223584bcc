import CairnCore

/// What is set apart of one layer, and has been sent.
package struct SentChanges: Sendable {
    package var layerID: Int
    /// The global ids of the features.
    package var features: [String] = []
    /// The global ids of the features that have the files.
    package var parents: [String] = []
    /// The global ids of the files.
    package var files: [String] = []
    /// In which coordinates they are kept here.
    package var spatialReference: SpatialReference?
}

extension ReplicaEditing {
    /// What is set apart, by layers.
    package func sentChanges() throws -> [SentChanges] {
        try tables.compactMap { table in
            var sent = SentChanges(layerID: table.layerID, spatialReference: table.definition.spatialReference)
            sent.features = try SyncConflict.Change.allCases.flatMap { try frozen.list(table.name, $0).map(\.globalID) }
            if let media = table.media {
                sent.files = try SyncConflict.Change.allCases.flatMap { try frozen.list(media.media.table, $0).map(\.globalID) }
                sent.parents = try parents(of: media.media.table, table)
            }
            return sent.features.isEmpty && sent.files.isEmpty ? nil : sent
        }
    }

    private func parents(of files: String, _ table: SyncedTable) throws -> [String] {
        guard !table.globalIDField.isEmpty else { return [] }
        var parents: [String] = []
        let row = try package.database.prepare(
            "SELECT \(SQLName(table.globalIDField)) FROM \(SQLName(table.name)) WHERE \(SQLName(table.definition.objectIDField)) = ?"
        )
        for change in try SyncConflict.Change.allCases.flatMap({ try frozen.list(files, $0) }) {
            if let known = try table.attachments?.known(change.objectID, globalIDField: table.globalIDField) {
                parents.append(known.parent)
            } else if let parent = try frozen.parent(of: change, in: files) {
                defer { row.reset() }
                row.bind(1, parent)
                if try row.step() { parents.append(row.string(0)) }
            }
        }
        return Array(Set(parents)).sorted()
    }

    /// Forgets of features that are set apart those of which the service shows that they have arrived.
    ///
    /// What is as it was sent has arrived. What is not there, or is otherwise, has been refused, or others have changed it since.
    ///
    /// - Parameters:
    ///   - asked: Their global ids.
    ///   - found: Those of them that the service has, as they are there.
    /// - Returns: How many have arrived.
    package func settle(_ asked: [String], found: [Feature], layer: Int) throws -> Int {
        guard let table = tables.first(where: { $0.layerID == layer }) else { return 0 }
        var count = 0
        let (field, likeness) = (table.globalIDField, FeatureLikeness(table.definition, package))
        let rows = try SyncedRows(table.name, key: table.definition.objectIDField, globalID: field, package.database)
        var there: [String: Feature] = [:]
        for feature in found {
            if let id = feature.attributes.value(ofAnyCase: field)?.string { there[GlobalID.normalized(id)] = feature }
        }
        for id in asked {
            guard let sent = try rows.frozenChange(id) else { continue }
            let feature = there[GlobalID.normalized(id)]
            let hasArrived =
                switch sent.kind {
                case .add: feature != nil
                case .delete: feature == nil
                // What has been edited here meanwhile is sent anyway.
                case .update: try feature.map { try rows.change(id) != nil || likeness.isSame($0, sent.objectID) } == true
                }
            if !hasArrived { continue }
            try frozen.forget(sent, of: table.name)
            count += 1
        }
        return count
    }

    /// The same for files.
    package func settleFiles(_ asked: [String], found: [AttachmentInfo], layer: Int) throws -> Int {
        guard let table = tables.first(where: { $0.layerID == layer }), let media = table.media else { return 0 }
        var count = 0
        let rows = try SyncedRows(media.media.table, key: media.mediaKey, globalID: "global_id", package.database)
        let sizes = Dictionary(
            found.compactMap { info in info.globalID.map { (GlobalID.normalized($0), info.size) } }
        ) { first, _ in first }
        for id in asked {
            guard let sent = try rows.frozenChange(id) else { continue }
            let size = sizes[GlobalID.normalized(id)]
            let hasArrived =
                switch sent.kind {
                case .add: size != nil
                case .delete: size == nil
                case .update: try size.map { try rows.change(id) != nil || self.size(of: sent.objectID, media) == $0 } == true
                }
            if !hasArrived { continue }
            try frozen.forget(sent, of: media.media.table)
            count += 1
        }
        return count
    }

    private func size(of file: Int, _ media: AttachmentRelation) throws -> Int? {
        let statement = try package.database.prepare(
            "SELECT length(data) FROM \(SQLName(media.media.table)) WHERE \(SQLName(media.mediaKey)) = ?")
        statement.bind(1, file)
        return try statement.step() ? statement.int(0) : nil
    }

    /// Whether all that was set apart is settled; then the upload is forgotten.
    package func endUpload() throws -> Bool {
        guard try !frozen.hasAny(of: tables.flatMap(\.changeNames)) else { return false }
        try takeBackUpload()
        return true
    }
}
