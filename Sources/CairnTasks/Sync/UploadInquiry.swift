import CairnCore
import CairnGeo
import Foundation

/// Finds out what became of local edits that were sent, and whose answer nobody has: before anything is sent again.
struct UploadInquiry {
    enum Finding: Sendable, Hashable {
        /// It is known by now what is a local change.
        case settled
        /// Of some of it the service does not show whether it has arrived: it was refused, or others have changed it since.
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
    ///
    /// - Returns: That, and how many of the edits have arrived, by their layers.
    func settle() async throws -> (Finding, arrived: [Int: Int]) {
        guard let upload = try await geodatabase.editReplica({ try $0.upload }) ?? nil else { return (.settled, [:]) }
        context.post("Local edits may have reached the service before: it is asked whether they have.")
        if try await hasArrived(upload) == false {
            try await geodatabase.editReplica { try $0.takeBackUpload() }
            return (.settled, [:])
        }
        var arrived: [Int: Int] = [:]
        for sent in try await geodatabase.editReplica({ try $0.sentChanges() }) ?? [] {
            arrived[sent.layerID] = try await settle(sent)
        }
        return (try await geodatabase.editReplica { try $0.endUpload() } ?? true ? .settled : .inDoubt, arrived)
    }

    /// Whether the service has carried the upload out; nil if it does not say. Generations do not: what is only sent need not move them.
    private func hasArrived(_ upload: PendingUpload) async throws -> Bool? {
        let isDated = (upload.before.object ?? [:]).keys.contains {
            ["lastsyncdate", "replicaversion"].contains($0.lowercased())
        }
        guard isDated else { return nil }
        let (service, replica) = (service, replica)
        for question in 1...Self.mostQuestions {
            let now = try await context.ridingOut { try await service.standing(of: replica) }
            if now.isNull { return nil }
            if now != upload.before { return true }
            if question < Self.mostQuestions { try await context.pause(afterFailures: question) }
        }
        return false
    }

    /// Forgets what the service shows to have arrived. What is left has been refused, or others have changed it since.
    private func settle(_ sent: SentChanges) async throws -> Int {
        var count = 0
        let url = service.client.url.appending(path: "\(sent.layerID)")
        let table = ServiceFeatureTable(url: url, transport: service.client.transport, credential: service.client.credentials)
        for ids in Self.chunks(of: sent.features) {
            let found = try await context.ridingOut { try await table.features(ids, sent.spatialReference) }
            count += try await geodatabase.editReplica { try $0.settle(ids, found: found, layer: sent.layerID) } ?? 0
        }
        if sent.files.isEmpty { return count }
        var files: [AttachmentInfo] = []
        for ids in Self.chunks(of: sent.parents) { files += try await context.ridingOut { try await table.files(ids) } }
        let found = files
        count += try await geodatabase.editReplica { try $0.settleFiles(sent.files, found: found, layer: sent.layerID) } ?? 0
        return count
    }

    private static func chunks(of ids: [String]) -> [[String]] {
        stride(from: 0, to: ids.count, by: chunk).map { Array(ids[$0..<min($0 + chunk, ids.count)]) }
    }
}

extension ServiceFeatureTable {
    /// The features of global ids as they are in the service, but for what nobody may change there.
    fileprivate func features(_ ids: [String], _ reference: SpatialReference?) async throws -> [Feature] {
        let info = try await freshlyLoaded()
        guard let field = info.globalIDField else { throw Self.silence(info.name) }
        let fixed = (info.json["fields"]?.array ?? []).filter { $0["editable"]?.bool == false }.compactMap { $0["name"]?.string }
        var parameters = QueryParameters(whereClause: Self.condition(field, ids))
        parameters.outFields = [field] + info.fields.map(\.name).filter { $0 != field && !fixed.contains($0) }
        parameters.outSpatialReference = info.geometryType == nil ? nil : reference
        let features = try await all(parameters)
        // What is not found counts as deleted: so what is found has to say what it is.
        let areTold = features.allSatisfy { $0.attributes.value(ofAnyCase: field)?.string.map(GlobalID.isWellFormed) == true }
        guard areTold else { throw Self.silence(info.name) }
        return features
    }

    /// The files of the features of global ids.
    fileprivate func files(_ parents: [String]) async throws -> [AttachmentInfo] {
        let info = try await freshlyLoaded()
        guard let field = info.globalIDField, let key = info.objectIDField else { throw Self.silence(info.name) }
        var parameters = QueryParameters(whereClause: Self.condition(field, parents))
        parameters.outFields = [key]
        parameters.returnsGeometry = false
        let ids = try await all(parameters).compactMap { $0.objectID(key) }
        return try await queryAttachments(ofFeatures: ids).values.flatMap { $0 }
    }

    /// What the layer says of itself, asked for anew if it has not answered before.
    private func freshlyLoaded() async throws -> FeatureLayerInfo {
        try await retryLoad()
        return try await whenLoaded().info
    }

    private static func silence(_ layer: String) -> SyncError {
        .unusableAnswer(service: layer, reason: "the features of the layer are told without their global ids")
    }

    private func all(_ parameters: QueryParameters) async throws -> [Feature] {
        var features: [Feature] = []
        for try await feature in try await queryFeatures(using: parameters) { features.append(feature) }
        return features
    }

    /// However the service writes them.
    private static func condition(_ field: String, _ ids: [String]) -> String {
        let texts = ids.compactMap { UUID(globalID: $0) }.flatMap { id in
            ["'{\(id.uuidString)}'", "'\(id.uuidString)'", "'\(id.uuidString.lowercased())'"]
        }
        return texts.isEmpty ? "1=0" : "\(field) IN (\(texts.joined(separator: ",")))"
    }
}
