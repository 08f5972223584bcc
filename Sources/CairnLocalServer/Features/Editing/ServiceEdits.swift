import CairnCore
import CairnGeo

/// Changes the features of several layers at once.
///
/// Each layer's edits are one transaction. With `rollbackOnFailure` the layers behind one that failed are left as they are; those before it
/// have been changed already, for no transaction spans tables of any kind.
struct ServiceEdits {
    private let layers: [FeatureLayer]

    init(_ layers: [FeatureLayer]) {
        self.layers = layers
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let parts = try parts(request)
        var answers: [JSONValue] = []
        var hasFailed = false
        for part in parts {
            let results = hasFailed ? part.left(by: .leftOut) : try await part.apply()
            if part.edits.rollsBackOnFailure, results.firstError != nil { hasFailed = true }
            answers.append(
                .object(LayerEdits.members(of: results).merging(["id": .integer(part.layer.id)]) { own, _ in own }))
        }
        return ServiceAnswer(.array(answers))
    }

    private func parts(_ request: ServiceRequest) throws(ServiceFailure) -> [RequestedEdits] {
        try request.refuseUploadedEdits()
        guard let text = request["edits"] else { throw .invalid("edits", "it is missing") }
        let list = try Self.list(text)
        let usesGlobalIDs = try request.flag("useGlobalIds")
        let rollsBack = try request.flag("rollbackOnFailure", default: true)
        var parts: [RequestedEdits] = []
        for element in list {
            guard let id = element["id"]?.int else { throw .invalid("edits", "an element does not say the id of its layer") }
            guard let layer = layers.first(where: { $0.id == id }) else {
                let ids = layers.prefix(20).map { "\($0.id)" }.joined(separator: ", ")
                throw .invalid("edits", "there is no layer \(id); there are \(ids)")
            }
            try layer.expectEditable()
            try AttachmentEdits.expectNone(element["attachments"])
            parts.append(try edits(element, layer, usesGlobalIDs, rollsBack))
        }
        return parts
    }

    /// Of a value that is there twice nobody knows which is meant.
    private static func list(_ text: String) throws(ServiceFailure) -> [JSONValue] {
        do {
            if let list = try JSONValue(parsing: text, refusingRepeatedNames: true).array { return list }
        } catch { throw .invalid("edits", error) }
        throw .invalid("edits", "it is no JSON array")
    }

    private func edits(
        _ json: JSONValue, _ layer: FeatureLayer, _ usesGlobalIDs: Bool, _ rollsBack: Bool
    ) throws(ServiceFailure) -> RequestedEdits {
        func rows(_ name: String) throws(ServiceFailure) -> [EditedFeatures.Row] {
            guard let list = json[name], !list.isNull else { return [] }
            return try EditedFeatures(layer).rows(list.data(), "edits")
        }
        var requested = RequestedEdits(layer: layer, adds: try rows("adds"), updates: try rows("updates"))
        (requested.edits.usesGlobalIDs, requested.edits.rollsBackOnFailure) = (usesGlobalIDs, rollsBack)
        guard let deletes = json["deletes"], !deletes.isNull else { return requested }
        let ids = IDList(deletes.string ?? deletes.text())
        if usesGlobalIDs {
            requested.edits.deletedGlobalIDs = try ids.texts("edits")
        } else {
            requested.edits.deletedObjectIDs = try ids.integers("edits")
        }
        return requested
    }
}

extension FeatureEditError {
    fileprivate static let leftOut = FeatureEditError(
        code: 1003, description: "Nothing was changed, for the edits of another layer were refused.")
}
