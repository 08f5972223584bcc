import CairnCore
import CairnGeo

/// What is to be done for a replica.
struct ReplicaOrder: Codable, Sendable {
    /// The replica; of one that is kept what it was when it was asked for.
    var replica: Replica
    /// How it is to be kept in step; nil for one that is to be made.
    var synchronization: Synchronization?
    /// The address of the service.
    var address: String

    struct Synchronization: Codable, Sendable {
        var layers: [Layer]
        var rollsBack = false
        /// Whether the replica is given up then.
        var closes = false
        /// What tells the edits that come with it from others; nil without any.
        var digest: String?
    }

    struct Layer: Codable, Sendable {
        var id: Int
        /// The generation that the client has.
        var generation: Int
        var direction: Replica.Direction
    }
}

/// What has been done for a replica.
struct ReplicaOutcome: Codable, Sendable {
    var responseType: String
    /// How far the layers are, by their ids.
    var generations: [Int: Int]
    /// Whether there is a file.
    var hasFile = true

    static let data = "esriReplicaResponseTypeData"
    static let edits = "esriReplicaResponseTypeEdits"
    static let noEdits = "esriReplicaResponseTypeNoEdits"
    static let replacement = "esriReplicaResponseTypeReplacementData"
}

extension ReplicaOrder {
    /// What an answer says of it, but for what it brings.
    func members(_ outcome: ReplicaOutcome, transport: String) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("replicaName", .string(replica.name))]
        if replica.model != .none { members.append(("replicaID", .string(replica.id))) }
        var known = replica
        if let synchronization {
            let ids = Set(synchronization.layers.map(\.id))
            known.layers.removeAll { !ids.contains($0.id) }
        }
        members += known.generations { outcome.generations[$0.id] ?? $0.generation }
        return members + [
            ("transportType", .string(transport)), ("responseType", .string(outcome.responseType)),
            ("syncModel", .string(replica.model.rawValue)), ("targetType", .string(replica.targetType)),
        ]
    }
}
