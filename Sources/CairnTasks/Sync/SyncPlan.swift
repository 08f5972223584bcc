import CairnCore
import CairnGeo
import Foundation

/// Which layers take part in a sync, and which way their edits go.
struct SyncPlan: Sendable {
    let directions: [Int: SyncDirection]
    private let parameters: SyncGeodatabaseParameters
    /// Whether the service takes edits of the copy, as far as that is known here.
    let takesEdits: Bool
    private let isAsync: Bool

    /// - Throws: ``FeatureError/noLayer(id:service:)``; ``SyncError/notSupported(service:what:)``; ``SyncError/takesNoEdits(service:)`` if nothing
    ///   but edits is to go, and the service takes none.
    init(_ parameters: SyncGeodatabaseParameters, _ replica: ReplicaInfo, _ info: FeatureServiceInfo, service: String) throws {
        self.parameters = parameters
        takesEdits = info.takesEdits && replica.sendsEdits != false
        isAsync = info.syncCapabilities.contains(.async)
        let options =
            replica.syncModel == .layer && !parameters.layerOptions.isEmpty
            ? parameters.layerOptions
            : replica.layers.map { SyncLayerOption(layerID: $0.id, syncDirection: parameters.syncDirection) }
        for option in options where !replica.layers.contains(where: { $0.id == option.layerID }) {
            throw FeatureError.noLayer(id: option.layerID, service: service)
        }
        directions = Dictionary(options.map { ($0.layerID, $0.syncDirection) }) { _, last in last }
        if !takesEdits, directions.values.contains(.upload) { throw SyncError.takesNoEdits(service: service) }
        if parameters.rollsBackOnFailure, !info.syncCapabilities.contains(.rollbackOnFailure) {
            throw SyncError.notSupported(service: service, what: "taking edits back together (rollbackOnFailure)")
        }
    }

    var uploads: Set<Int> { Set(directions.filter(\.value.includesUpload).keys) }
    var downloads: Set<Int> { Set(directions.filter(\.value.includesDownload).keys) }
    /// All that take part.
    var layers: Set<Int> { uploads.union(downloads) }

    /// The parameters of `synchronizeReplica` but for the edits.
    ///
    /// - Parameter isUpload: Whether there are local edits to be sent.
    func form(_ replica: ReplicaInfo, isUpload: Bool, isInDoubt: Bool) throws -> [String: String] {
        var form = [
            "replicaID": replica.id, "transportType": "esriTransportTypeUrl", "async": String(isAsync), "dataFormat": "json",
            "closeReplica": "false", "returnAttachmentsDataByUrl": "true",
        ]
        if isUpload, parameters.rollsBackOnFailure { form["rollbackOnFailure"] = "true" }
        if replica.syncModel == .layer {
            form["syncLayers"] = try syncLayers(replica, isUpload: isUpload, isInDoubt: isInDoubt).text()
        } else {
            form["replicaServerGen"] = replica.generation
            form["syncDirection"] = direction(of: parameters.syncDirection, isUpload: isUpload, isInDoubt: isInDoubt).rawValue
        }
        return form
    }

    private func direction(of direction: SyncDirection, isUpload: Bool, isInDoubt: Bool) -> SyncDirection {
        if isInDoubt { return .download }
        return isUpload || direction != .bidirectional ? direction : .download
    }

    private func syncLayers(_ replica: ReplicaInfo, isUpload: Bool, isInDoubt: Bool) throws -> JSONValue {
        let list = try replica.layers.compactMap { layer -> JSONValue? in
            // What is in doubt may be of layers that this sync leaves out else.
            let wanted = isInDoubt ? .download : directions[layer.id] ?? .none
            guard wanted != .none else { return nil }
            var members: [String: JSONValue] = ["id": .integer(layer.id)]
            // As a number, of whatever size, if it is one.
            if let generation = layer.generation {
                members["serverGen"] =
                    generation.allSatisfy(\.isNumber) ? try JSONValue(parsing: generation) : .string(generation)
            }
            members["syncDirection"] = .string(direction(of: wanted, isUpload: isUpload, isInDoubt: isInDoubt).rawValue)
            return .object(members)
        }
        return .array(list)
    }
}
