import CairnCore
import CairnGeo

extension Replica {
    func isCalled(_ id: String) -> Bool { GlobalID.normalized(self.id) == GlobalID.normalized(id) }

    /// Whether what becomes of attachments is told.
    var downloadsAttachments: Bool { returnsAttachments && ["download", "bidirectional"].contains(attachmentsDirection) }

    /// Notes that it was brought in step now: two times are never alike.
    mutating func noteSync() { lastSync = max(.now, (lastSync ?? created).addingReportingOverflow(1).partialValue) }

    /// What is told of it.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "replicaName": .string(name), "replicaID": .string(id), "replicaOwner": .string(owner),
            "targetType": .string(targetType), "syncModel": .string(model.rawValue),
            "syncDirection": .string(direction.rawValue), "attachmentsSyncDirection": .string(attachmentsDirection),
            "returnAttachments": .bool(returnsAttachments), "creationDate": .integer(created),
            "lastSyncDate": .integer(lastSync ?? created), "geometry": geometry?.esriJSON ?? .null,
            "layers": .array(
                layers.map { layer in
                    [
                        "id": .integer(layer.id), "queryOption": .string(layer.option.rawValue),
                        "where": .string(layer.whereClause),
                        "useGeometry": .bool(layer.usesGeometry), "includeRelated": .bool(layer.includesRelated),
                    ]
                }),
        ]
        members["replicaSR"] = spatialReference?.esriJSON
        for (name, value) in generations(\.generation) { members[name] = value }
        return .object(members)
    }
}
