import CairnCore
import CairnGeo

/// The form of a file of edits: `{"replicaID":…,"replicaName":…,"edits":[…]}`, as services take and give them.
enum SyncDelta {
    static func head(of replica: ReplicaInfo) -> String {
        let members: [String: JSONValue] = ["replicaID": .string(replica.id), "replicaName": .string(replica.name)]
        return String(JSONValue.object(members).text().dropLast()) + ",\"edits\":"
    }

    static let tail = "}\n"
}
