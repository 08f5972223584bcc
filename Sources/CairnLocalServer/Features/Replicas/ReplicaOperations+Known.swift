import CairnCore
import CairnGeo
import Foundation

/// The replicas that are known.
extension ReplicaOperations {
    /// Whether whoever asks may know of it: where users sign in, a replica is its owner's.
    func isKnown(_ replica: Replica) -> Bool { request.user == nil || replica.owner.isEmpty || replica.owner == request.user }

    func list() async throws -> ServiceAnswer {
        let replicas = try await store { store, _ in try store.replicas() }.filter(isKnown)
        let withDate = try request.flag("returnLastSyncDate")
        return ServiceAnswer(
            .array(
                replicas.map { replica in
                    var members: [String: JSONValue] = ["replicaName": .string(replica.name), "replicaID": .string(replica.id)]
                    if withDate { members["lastSyncDate"] = .integer(replica.lastSync ?? replica.created) }
                    return .object(members)
                }))
    }

    func details(_ id: String) async throws -> ServiceAnswer {
        func known() async throws -> Replica {
            guard let replica = try await store({ store, _ in try store.replica(id: id) }), isKnown(replica) else {
                throw ServiceFailure.notFound("Replica \(id.printable(upTo: 60))")
            }
            return replica
        }
        // Who has lost an answer asks whether his edits have arrived.
        await synced.waitForEdits(of: try await known().id)
        let replica = try await known()
        return ServiceAnswer(replica.json)
    }

    func unregister() async throws -> ServiceAnswer {
        let text = try request.needed("replicaID")
        let ids = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !ids.isEmpty, ids == ["*"] || !ids.contains("*") else {
            throw ServiceFailure.invalid("replicaID", "it is no list of ids, and not * alone")
        }
        try await change { store, package in
            let known = try store.replicas().filter(isKnown)
            let chosen = ids == ["*"] ? known : known.filter { replica in ids.contains { replica.isCalled($0) } }
            if let stranger = ids.first(where: { id in ids != ["*"] && !known.contains { $0.isCalled(id) } }) {
                throw ServiceFailure.invalid("replicaID", "there is no replica \(stranger.printable(upTo: 60))")
            }
            for replica in chosen { try store.remove(id: replica.id) }
            try store.prune(package)
        }
        return ServiceAnswer(["success": true])
    }
}
