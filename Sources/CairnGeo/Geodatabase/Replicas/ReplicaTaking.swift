import CairnCore
package import Foundation

/// Takes over a service's answer to a sync: what became of what was sent, and what comes from there; within a transaction of the caller's.
package struct ReplicaTaking {
    private let editing: ReplicaEditing
    /// The answer; nil if nothing comes from the service and it has taken all.
    private let file: ReplicaFile?
    /// Files to be attached that have been fetched, by their addresses.
    private let fetched: [String: URL]
    /// Whether the service takes nothing if it refuses something.
    private let isAllOrNothing: Bool
    /// Whether nobody knows if what is set apart has arrived: then what comes tells of each feature.
    private let isInDoubt: Bool

    package init(
        _ editing: ReplicaEditing, _ file: ReplicaFile?, fetched: [String: URL] = [:], isAllOrNothing: Bool = false,
        isInDoubt: Bool = false
    ) {
        (self.editing, self.file, self.fetched) = (editing, file, fetched)
        (self.isAllOrNothing, self.isInDoubt) = (isAllOrNothing, isInDoubt)
    }

    /// Takes all of it over.
    ///
    /// - Parameters:
    ///   - layers: Those that take part.
    ///   - downloads: Those of which what comes is taken over, and not only what became of what was sent.
    /// - Throws: ``GeodatabaseError``, `DatabaseError`, `JSONSyntaxError`, ``GeometryError``, `SystemError`, `CancellationError`.
    package func run(layers: Set<Int>, downloads: Set<Int>) throws -> [LayerOutcome] {
        let tables = editing.tables.filter { layers.contains($0.layerID) }
        var outcomes = tables.map { LayerOutcome(layerID: $0.layerID, tableName: $0.name) }
        let refused = try settleable(tables, &outcomes)
        if let file { try take(file, tables, downloads, &outcomes) }
        for (table, changes) in refused.taken { for change in changes { try editing.frozen.forget(change, of: table) } }
        try editing.frozen.thaw()
        return outcomes
    }

    /// Whether it says of each change that is set apart what has become of it.
    package func tellsOfAll() throws -> Bool {
        let results = try results(of: editing.tables)
        for table in editing.tables {
            for name in table.changeNames {
                for kind in SyncConflict.Change.allCases {
                    let changes = try editing.frozen.list(name, kind)
                    let fates = results.fates(of: changes, kind, isOfFiles: name != table.name, layer: table.layerID)
                    if fates.contains(where: \.isUntold) { return false }
                }
            }
        }
        return true
    }

    private struct Settlement {
        /// What has arrived, by the names that it is kept under.
        var taken: [String: [FrozenChanges.Change]] = [:]
    }

    /// Tells what was refused from what was taken; nothing is forgotten yet, for what comes from the service is held against it.
    private func settleable(_ tables: [SyncedTable], _ outcomes: inout [LayerOutcome]) throws -> Settlement {
        // What comes tells what has arrived; the rest has not.
        if isInDoubt { return Settlement() }
        let results = try results(of: tables)
        var settlement = Settlement()
        for (index, table) in tables.enumerated() {
            for (name, isOfFiles) in table.changeNames.map({ ($0, $0 != table.name) }) {
                for kind in SyncConflict.Change.allCases {
                    let changes = try editing.frozen.list(name, kind)
                    for (change, fate) in zip(
                        changes, results.fates(of: changes, kind, isOfFiles: isOfFiles, layer: table.layerID))
                    {
                        switch fate {
                        case .refused(let result): outcomes[index].refused.append(result)
                        case .untold: break
                        case .taken:
                            settlement.taken[name, default: []].append(change)
                            outcomes[index].uploaded += 1
                        }
                    }
                }
            }
        }
        guard isAllOrNothing, outcomes.contains(where: { !$0.refused.isEmpty }) else { return settlement }
        for index in outcomes.indices { outcomes[index].uploaded = 0 }
        return Settlement()
    }

    private func results(of tables: [SyncedTable]) throws -> UploadResults {
        var results = UploadResults()
        guard let file else { return results }
        try file.forEachItem(of: [:]) { item in
            guard case .element(let part, let list, let element) = item, let layer = file.layerIDs[part] else { return }
            results.take(element, of: list, layer: layer)
        }
        return results
    }

    private func take(_ file: ReplicaFile, _ tables: [SyncedTable], _ downloads: Set<Int>, _ outcomes: inout [LayerOutcome])
        throws
    {
        var takers: [Int: (index: Int, taking: TableTaking)] = [:]
        for (index, table) in tables.enumerated() where downloads.contains(table.layerID) {
            let taking = try TableTaking(table, editing.package, fetched: fetched, isInDoubt: isInDoubt)
            takers[table.layerID] = (index, taking)
        }
        let definitions = Dictionary(tables.map { ($0.layerID, $0.definition) }) { first, _ in first }
        var left = outcomes
        // Files come behind the features that have them, wherever they stand.
        for isOfFiles in [false, true] {
            try file.forEachItem(of: isOfFiles ? [:] : definitions) { item in
                guard let part = item.part, let layer = file.layerIDs[part], let (index, taking) = takers[layer] else { return }
                try taking.take(item, isOfFiles: isOfFiles, &left[index])
            }
        }
        for (_, taking) in takers.values { try taking.finish() }
        outcomes = left
    }
}

extension ReplicaItem {
    /// The part that it belongs to; nil for what belongs to the whole.
    fileprivate var part: Int? {
        switch self {
        case .member: nil
        case .partMember(let part, _, _), .feature(let part, _, _), .passedFeature(let part, _), .element(let part, _, _): part
        }
    }
}
