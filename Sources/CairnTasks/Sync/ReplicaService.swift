import CairnCore
import CairnGeo
import Foundation

/// The operations of a feature service with the copies that it knows.
struct ReplicaService: Sendable {
    let client: ServiceClient

    init(_ client: ServiceClient) { self.client = client }

    /// The service's address, for people.
    var name: String { URL.withoutQuery(client.url) }

    /// A copy that the service knows.
    struct Known: Sendable {
        let id: String
        let name: String
        let json: JSONValue
    }

    /// Those that whoever asks may know of.
    func list() async throws -> [Known] {
        let parameters = ["returnVersion": "true", "returnLastSyncDate": "true"]
        let answer = AnswerPart(try await client.ask("replicas", parameters), of: client.url.appending(path: "replicas"))
        // Some write a list, some an object with one in it.
        let list = try answer.json.array == nil ? answer.required("replicas").list() : answer.list()
        return try list.map { part in
            Known(
                id: try part.required("replicaID").text(), name: try part.optional("replicaName")?.text() ?? "", json: part.json)
        }
    }

    /// Makes the service forget copies; one that it does not know is forgotten already.
    func unregister(_ ids: [String]) async throws {
        for id in ids {
            do {
                let json = try await client.call("unRegisterReplica", ["replicaID": id], isRepeatable: true)
                let answer = AnswerPart(json, of: client.url.appending(path: "unRegisterReplica"))
                guard try answer.required("success").flag() else {
                    throw answer.refusal("does not say that the copy is forgotten")
                }
            } catch let error as ServiceError {
                guard error.isRefusalOfQuestion, try await !list().contains(where: { GlobalID.areSame($0.id, id) }) else {
                    throw error
                }
            }
        }
    }

    /// Makes the service forget every copy whose name contains a text, which is one that nobody else has chosen; but some.
    func unregister(named text: String, but kept: [String] = []) async throws {
        try await unregister(ids(named: text, but: kept))
    }

    /// The copies whose names contain a text, but some; ids may be written in many ways.
    func ids(named text: String, but kept: [String] = []) async throws -> [String] {
        try await list().filter { known in
            known.name.contains(text) && !kept.contains { GlobalID.areSame($0, known.id) }
        }.map(\.id)
    }

    /// What the service says of how far it is with a copy: something else, once a sync has been carried out. Null if it says nothing.
    ///
    /// - Throws: As ``details(of:)``.
    func standing(of replica: ReplicaInfo) async throws -> JSONValue { Self.standing(try await details(of: replica)) }

    /// All that the service says of a copy.
    ///
    /// - Throws: ``SyncError/unknownReplica(name:service:)`` if it does not know the copy.
    func details(of replica: ReplicaInfo) async throws -> JSONValue {
        do {
            return try await client.ask("replicas/\(replica.id)")
        } catch let error as ServiceError where error.isRefusalOfQuestion {
            guard let known = try await list().first(where: { $0.id.caseInsensitiveCompare(replica.id) == .orderedSame }) else {
                throw SyncError.unknownReplica(name: replica.name, service: name)
            }
            return known.json
        }
    }

    /// What of it tells how far it is.
    static func standing(_ json: JSONValue) -> JSONValue {
        let members = (json.object ?? [:]).filter { name, value in
            !value.isNull
                && ["replicaservergen", "layerservergens", "lastsyncdate", "replicaversion"].contains(name.lowercased())
        }
        return members.isEmpty ? .null : .object(members)
    }

    /// Makes the service know another copy of a copy, under the same generations.
    func register(_ replica: ReplicaInfo) async throws -> ReplicaInfo {
        var copy = replica
        copy.name = "\(replica.name)-\(UUID().uuidString)"
        let options: JSONValue = ["refReplicaId": .string(replica.id)]
        let parameters = [
            "replicaName": copy.name, "replicaOptions": options.text(), "layers": FeatureQueryWire.list(replica.layers.map(\.id)),
            "syncModel": replica.syncModel.rawValue, "dataFormat": "json", "transportType": "esriTransportTypeEmbedded",
            "async": "false",
        ]
        let answer = AnswerPart(
            try await client.call("createReplica", parameters), of: client.url.appending(path: "createReplica"))
        copy.id = try answer.required("replicaID").filledText()
        return copy
    }

    /// How the service is with work that it does while its caller waits.
    ///
    /// - Throws: `UnusableStatus`; what the service throws.
    func status(of url: URL) async throws -> ReplicaJobStatus {
        let own = ServiceClient(url: url, transport: client.transport, credential: client.credentials)
        return try await UnusableStatus.expect {
            let json = try await own.ask("", limit: ServiceClient.descriptionLimit)
            return try ReplicaJobStatus(AnswerPart(json, of: url), base: client.url)
        }
    }
}
