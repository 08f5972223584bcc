import CairnCore

/// What has become of a table since a generation: of each feature and attachment what differs at the end, and not what happened between.
package struct ReplicaChanges {
    private let table: ReplicatedTable
    /// What counts, between what does not: pairs of the generation before and of the last, as JSON.
    private let ranges: String
    private let database: Database

    /// - Parameters:
    ///   - since: The generation.
    ///   - own: Generations that do not count, for whoever asks has made them.
    package init(of table: ReplicatedTable, since: Int, without own: [GenerationRange]) {
        (self.table, database) = (table, table.package.database)
        ranges = JSONValue.array(Self.gaps(own, since: since).map { [.integer($0.after), .integer($0.through)] }).text()
    }

    private static func gaps(_ own: [GenerationRange], since: Int) -> [GenerationRange] {
        var (gaps, last) = ([GenerationRange](), since)
        for range in own.sorted(by: { $0.after < $1.after }) {
            if range.after > last { gaps.append(GenerationRange(after: last, through: range.after)) }
            last = max(last, range.through)
        }
        return gaps + [GenerationRange(after: last, through: .max)]
    }

    private static let batchSize = 500

    /// Calls `body` with global ids of what has changed, some at a time.
    ///
    /// - Parameter wasThere: Whether those that were there at the generation, or those that were not.
    private func forEachBatch(of subject: String, wasThere: Bool, _ body: ([String]) throws -> Void) throws {
        let statement = try database.prepare(
            """
            SELECT global_id, min(generation), kind FROM json_each(?2) AS o CROSS JOIN \(GenerationLog.changes) AS c
            WHERE c.table_name = ?1 AND c.generation > json_extract(o.value, '$[0]') AND c.generation <= json_extract(o.value, '$[1]')
            GROUP BY global_id
            """)
        statement.bind(1, subject)
        statement.bind(2, ranges)
        var batch: [String] = []
        while try statement.step() {
            if (statement.string(2) != "add") != wasThere { continue }
            batch.append(statement.string(0))
            if batch.count < Self.batchSize { continue }
            try body(batch)
            batch.removeAll(keepingCapacity: true)
        }
        if !batch.isEmpty { try body(batch) }
    }

    // MARK: - Features

    /// The features that the replica has to have, and that were not there.
    package func forEachAdded(_ body: (Feature) throws -> Void) throws { try forEachFeature(wasThere: false, body) }

    /// The features that were there and have changed. The replica may not have had them, if it has not all of the table.
    package func forEachUpdated(_ body: (Feature) throws -> Void) throws { try forEachFeature(wasThere: true, body) }

    private func forEachFeature(wasThere: Bool, _ body: (Feature) throws -> Void) throws {
        try forEachBatch(of: table.definition.name, wasThere: wasThere) { batch in
            try table.forEachFeature(of: Array(try table.objectIDs(ofGlobalIDs: batch).values), body)
        }
    }

    /// The global ids of what was there and is not, or that is not for the replica any more.
    package func forEachDeleted(_ body: (String) throws -> Void) throws {
        try forEachBatch(of: table.definition.name, wasThere: true) { batch in
            let there = try table.objectIDs(ofGlobalIDs: batch)
            for id in batch where there[id] == nil { try body(id) }
        }
    }

    // MARK: - Attachments

    /// The attachments of features of the replica that were not there.
    package func forEachAddedAttachment(_ body: (ReplicatedAttachment) throws -> Void) throws {
        try forEachAttachment(wasThere: false, body)
    }

    /// The attachments of features of the replica that were there and have changed.
    package func forEachUpdatedAttachment(_ body: (ReplicatedAttachment) throws -> Void) throws {
        try forEachAttachment(wasThere: true, body)
    }

    private func forEachAttachment(wasThere: Bool, _ body: (ReplicatedAttachment) throws -> Void) throws {
        guard let attachments = table.attachments else { return }
        try forEachBatch(of: attachments.mediaTable, wasThere: wasThere) { batch in
            let found = try attachments.list(ofGlobalIDs: batch)
            let chosen = Set(try table.objectIDs(of: found.map(\.parentObjectID)))
            for attachment in found where chosen.contains(attachment.parentObjectID) { try body(attachment) }
        }
    }

    /// The global ids of attachments that were there and are not.
    package func forEachDeletedAttachment(_ body: (String) throws -> Void) throws {
        guard let attachments = table.attachments else { return }
        try forEachBatch(of: attachments.mediaTable, wasThere: true) { batch in
            let there = Set(try attachments.list(ofGlobalIDs: batch).compactMap(\.info.globalID))
            for id in batch where !there.contains(id) { try body(id) }
        }
    }
}
