import CairnCore
import Foundation

/// Writes local changes as services take them, piece by piece: `[{"id":0,"features":{"adds":[…],"updates":[…],"deleteIds":[…]},…}]`.
struct EditsWriting {
    private let package: GeoPackage
    private let changes: (SyncedTable, String, SyncConflict.Change) throws -> [FrozenChanges.Change]
    private let write: (String) throws -> Void

    private static let chunk = 200

    /// - Parameters:
    ///   - changes: The changes of a table's features, or of its files, of one kind.
    ///   - write: Takes the text.
    init(
        _ package: GeoPackage, changes: @escaping (SyncedTable, String, SyncConflict.Change) throws -> [FrozenChanges.Change],
        _ write: @escaping (String) throws -> Void
    ) {
        (self.package, self.changes, self.write) = (package, changes, write)
    }

    /// Writes the changes of tables.
    ///
    /// - Parameter withUnsent: Whether attachments are written, too, where the copy sends none.
    func run(_ tables: [SyncedTable], withUnsent: Bool = false) throws {
        try write("[")
        for (index, table) in tables.enumerated() {
            try write("\(index == 0 ? "" : ",")\n{\"id\":\(table.layerID),\"features\":{\"adds\":")
            try writeFeatures(try changes(table, table.name, .add), table)
            try write(",\"updates\":")
            try writeFeatures(try changes(table, table.name, .update), table)
            try write(",\"deleteIds\":")
            try writeIDs(try changes(table, table.name, .delete))
            try write("}")
            if table.sendsAttachments || withUnsent { try writeAttachments(table) }
            try write("}")
        }
        try write("]")
    }

    private func writeIDs(_ changes: [FrozenChanges.Change]) throws {
        try write(JSONValue.array(changes.map { .string($0.globalID) }).text())
    }

    private func writeFeatures(_ changes: [FrozenChanges.Change], _ table: SyncedTable) throws {
        try write("[")
        var isFirst = true
        for start in stride(from: 0, to: changes.count, by: Self.chunk) {
            let ids = changes[start..<min(start + Self.chunk, changes.count)].map(\.objectID)
            var features: [Int: Feature] = [:]
            try package.forEachFeature(of: table.definition, using: QueryParameters(objectIDs: ids)) { feature in
                if let id = feature.objectID(table.definition.objectIDField) { features[id] = feature }
                return true
            }
            for id in ids {
                guard let feature = features[id] else { continue }
                try write("\(isFirst ? "" : ",")\n\(Self.json(feature, table).text())")
                isFirst = false
            }
        }
        try write("]")
    }

    /// What the service gives is not sent: the object id is another one there.
    private static func json(_ feature: Feature, _ table: SyncedTable) -> JSONValue {
        var attributes = feature.attributes
        attributes[table.definition.objectIDField] = nil
        // What somebody has added here, the service has no column for, and would refuse the whole edit.
        if let known = table.sentFields {
            for name in attributes.map(\.name) where !known.contains(name.lowercased()) { attributes[name] = nil }
        }
        var members: [String: JSONValue] = ["attributes": attributes.esriJSON]
        if table.definition.hasGeometry { members["geometry"] = feature.geometry?.esriJSON ?? .null }
        return .object(members)
    }

    private func writeAttachments(_ table: SyncedTable) throws {
        guard let media = table.media, let files = table.attachments else { return }
        let kinds: [(String, SyncConflict.Change)] = [("adds", .add), ("updates", .update)]
        try write(",\"attachments\":{")
        for (name, kind) in kinds {
            try write("\"\(name)\":[")
            for (index, change) in try changes(table, media.media.table, kind).enumerated() {
                try write(index == 0 ? "\n" : ",\n")
                try writeFile(change, table, files)
            }
            try write("],")
        }
        try write("\"deleteIds\":")
        try writeIDs(try changes(table, media.media.table, .delete))
        try write("}")
    }

    private func writeFile(_ change: FrozenChanges.Change, _ table: SyncedTable, _ files: AttachmentTable) throws {
        let known = try files.known(change.objectID, globalIDField: table.globalIDField)
        let head: [String: JSONValue] = [
            "globalId": .string(change.globalID), "parentGlobalId": .string(known?.parent ?? ""),
            "name": .string(known?.name ?? ""),
            "contentType": .string(known?.contentType ?? ""),
        ]
        try write(String(JSONValue.object(head).text().dropLast()) + ",\"data\":\"")
        var rest: [UInt8] = []
        try files.forEachPiece(of: change.objectID) { piece in
            // Three bytes are four letters: what is left over goes with the next piece.
            let bytes = rest + piece
            let whole = bytes.count / 3 * 3
            rest = Array(bytes[whole...])
            try write(Data(bytes[..<whole]).base64EncodedString())
        }
        try write(Data(rest).base64EncodedString() + "\"}")
    }
}
