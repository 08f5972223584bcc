import CairnCore

/// Something that is done for a replica, and whose result is fetched later.
struct ReplicaJob: Codable, Sendable {
    enum Status: String, Codable {
        case pending = "Pending"
        case exporting = "ExportingData"
        case importing = "ImportChanges"
        case completed = "Completed"
        case failed = "Failed"
    }

    let id: String
    let order: ReplicaOrder
    var status = Status.pending
    var submitted = Int.now
    var updated = Int.now
    var outcome: ReplicaOutcome?
    var failure: Failure?

    struct Failure: Codable, Sendable {
        let code: Int
        let message: String
        let details: [String]
    }

    var isOver: Bool { status == .completed || status == .failed }

    /// What is told of it.
    func json(resultURL: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "replicaName": .string(order.replica.name), "transportType": .string(ReplicaJob.transport),
            "responseType": .string(outcome?.responseType ?? ReplicaOutcome.data),
            "targetType": .string(order.replica.targetType),
            "submissionTime": .integer(submitted), "lastUpdatedTime": .integer(updated), "status": .string(status.rawValue),
        ]
        if order.replica.model != .none { members["replicaID"] = .string(order.replica.id) }
        if status == .completed, outcome?.hasFile == true { members["resultUrl"] = .string(resultURL) }
        if let failure {
            members["error"] = [
                "code": .integer(failure.code), "description": .string(failure.message),
                "details": .array(failure.details.map { .string($0) }),
            ]
        }
        return .object(members)
    }

    static let transport = "esriTransportTypeURL"
}
