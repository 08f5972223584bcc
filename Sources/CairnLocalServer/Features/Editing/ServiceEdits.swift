import CairnCore
import CairnGeo

/// Changes the features of several layers at once.
///
/// Each layer's edits are one transaction. With `rollbackOnFailure` the layers behind one that failed are left as they are; those before it
/// have been changed already, for no transaction spans tables of any kind.
struct ServiceEdits {
    private struct Part {
        let layer: FeatureLayer
        let edits: FeatureEdits
    }

    private let layers: [FeatureLayer]

    init(_ layers: [FeatureLayer]) {
        self.layers = layers
    }

    func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let parts = try parts(request)
        var answers: [JSONValue] = []
        var hasFailed = false
        for part in parts {
            let results = hasFailed ? part.edits.leftOut : try await part.layer.table.applyEdits(part.edits)
            if part.edits.rollsBackOnFailure, results.firstError != nil { hasFailed = true }
            answers.append(
                .object(LayerEdits.members(of: results).merging(["id": .integer(part.layer.id)]) { own, _ in own }))
        }
        return ServiceAnswer(.array(answers))
    }

    private func parts(_ request: ServiceRequest) throws(ServiceFailure) -> [Part] {
        guard let text = request["edits"] else { throw .invalid("edits", "it is missing") }
        guard let list = (try? JSONValue(parsing: text))?.array else { throw .invalid("edits", "it is no JSON array") }
        let usesGlobalIDs = try request.flag("useGlobalIds")
        let rollsBack = try request.flag("rollbackOnFailure", default: true)
        var parts: [Part] = []
        for element in list {
            guard let id = element["id"]?.int, let layer = layers.first(where: { $0.id == id }) else {
                throw .invalid("edits", "an element has no id of a layer")
            }
            try layer.expectEditable()
            parts.append(Part(layer: layer, edits: try edits(element, layer, usesGlobalIDs, rollsBack)))
        }
        return parts
    }

    private func edits(
        _ json: JSONValue, _ layer: FeatureLayer, _ usesGlobalIDs: Bool, _ rollsBack: Bool
    ) throws(ServiceFailure) -> FeatureEdits {
        func features(_ name: String) throws(ServiceFailure) -> [Feature] {
            guard let list = json[name], !list.isNull else { return [] }
            return try EditedFeatures(layer).features(list.data(), "edits")
        }
        var edits = FeatureEdits(
            adds: try features("adds"), updates: try features("updates"), usesGlobalIDs: usesGlobalIDs,
            rollsBackOnFailure: rollsBack)
        guard let deletes = json["deletes"], !deletes.isNull else { return edits }
        let ids = IDList(deletes.string ?? deletes.text())
        if usesGlobalIDs {
            edits.deletedGlobalIDs = try ids.texts("edits")
        } else {
            edits.deletedObjectIDs = try ids.integers("edits")
        }
        return edits
    }
}

extension FeatureEdits {
    /// What becomes of them when they are not even tried.
    fileprivate var leftOut: FeatureEditResults {
        let error = FeatureEditError(code: 1003, description: "Nothing was changed, for the edits of another layer were refused.")
        return FeatureEditResults(
            adds: adds.map { _ in FeatureEditResult(error: error) },
            updates: updates.map { _ in FeatureEditResult(error: error) },
            deletes: usesGlobalIDs
                ? deletedGlobalIDs.map { FeatureEditResult(globalID: $0, error: error) }
                : deletedObjectIDs.map { FeatureEditResult(objectID: $0, error: error) })
    }
}
