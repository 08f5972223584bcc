import CairnCore
import CairnGeo
import Foundation

/// Finds out what became of local edits that were sent, and whose answer nobody has: before anything is sent again.
struct UploadInquiry {
    enum Finding: Sendable, Hashable {
        /// It is known by now what is a local change.
        case settled
        /// The service does not say.
        case inDoubt
    }

    private let service: ReplicaService
    private let replica: ReplicaInfo
    private let geodatabase: Geodatabase
    private let context: JobContext<SyncGeodatabaseWork>

    /// So often the service is asked whether it has carried out what it may be at still.
    private static let mostQuestions = 3
    private static let chunk = 50

    init(
        _ service: ReplicaService, _ replica: ReplicaInfo, _ geodatabase: Geodatabase, _ context: JobContext<SyncGeodatabaseWork>
    ) {
        (self.service, self.replica, self.geodatabase, self.context) = (service, replica, geodatabase, context)
    }

    /// Finds out about the upload that the file knows of, if there is one, whichever sync has begun it.
    func settle() async throws -> Finding {
        guard let upload = try await geodatabase.editReplica({ try $0.upload }) ?? nil else { return .settled }
        context.post("Local edits may have reached the service before: it is asked whether they have.")
        switch try await hasArrived(upload) {
        case true?:
            let there = try await presentIDs()
            try await geodatabase.editReplica { try $0.settleUpload(present: there) }
        case false?: try await geodatabase.editReplica { try $0.takeBackUpload() }
        case nil: return .inDoubt
        }
        return .settled
    }

    /// Whether the service has carried the upload out; nil if it does not say.
    private func hasArrived(_ upload: PendingUpload) async throws -> Bool? {
        if upload.before.isNull { return nil }
        let (service, replica) = (service, replica)
        for question in 1...Self.mostQuestions {
            let now = try await context.ridingOut { try await service.standing(of: replica) }
            if now.isNull { return nil }
            if now != upload.before { return true }
            if question < Self.mostQuestions { try await context.pause(afterFailures: question) }
        }
        return false
    }

    /// Which of the features that were sent the service has, by their global ids.
    private func presentIDs() async throws -> [Int: Set<String>] {
        let sent = try await geodatabase.editReplica { try $0.sentIDs() } ?? [:]
        var present: [Int: Set<String>] = [:]
        for (layer, ids) in sent {
            let url = service.client.url.appending(path: "\(layer)")
            let table = ServiceFeatureTable(url: url, transport: service.client.transport, credential: service.client.credentials)
            for start in stride(from: 0, to: ids.count, by: Self.chunk) {
                let some = Array(ids[start..<min(start + Self.chunk, ids.count)])
                present[layer, default: []].formUnion(try await context.ridingOut { try await table.present(some) })
            }
        }
        return present
    }
}

extension ServiceFeatureTable {
    /// Those of global ids whose features are there, in capitals and without braces.
    fileprivate func present(_ ids: [String]) async throws -> Set<String> {
        guard let field = try await whenLoaded().info.globalIDField else { return [] }
        let texts = ids.compactMap { UUID(globalID: $0) }.flatMap { id in
            ["'{\(id.uuidString)}'", "'\(id.uuidString)'", "'\(id.uuidString.lowercased())'"]
        }
        var parameters = QueryParameters(whereClause: "\(field) IN (\(texts.joined(separator: ",")))")
        parameters.outFields = [field]
        parameters.returnsGeometry = false
        var present: Set<String> = []
        for try await feature in try await queryFeatures(using: parameters) {
            if let id = UUID(globalID: feature.attributes.value(ofAnyCase: field)?.string) { present.insert(id.uuidString) }
        }
        return present
    }
}
