import CairnGeo

/// The edits of a layer that a client asks for. What is wrong with one of its features alone stands in the result of that one.
struct RequestedEdits {
    let layer: FeatureLayer
    var adds: [EditedFeatures.Row] = []
    var updates: [EditedFeatures.Row] = []
    /// All else: what is deleted, and how.
    var edits = FeatureEdits()

    func apply() async throws -> FeatureEditResults {
        if edits.rollsBackOnFailure, (adds + updates).contains(where: { $0.error != nil }) { return left(by: .rolledBack) }
        var edits = edits
        edits.adds = adds.filter { $0.error == nil }.map(\.feature)
        edits.updates = updates.filter { $0.error == nil }.map(\.feature)
        let results = try await layer.table.applyEdits(edits)
        return FeatureEditResults(
            adds: woven(adds, results.adds), updates: woven(updates, results.updates), deletes: results.deletes)
    }

    /// What became of those that were tried, among those that were not.
    private func woven(_ rows: [EditedFeatures.Row], _ results: [FeatureEditResult]) -> [FeatureEditResult] {
        var results = results[...]
        return rows.compactMap { row in
            row.error.map { FeatureEditResult(objectID: id(of: row), error: $0) } ?? results.popFirst()
        }
    }

    /// What becomes of them when none is done.
    ///
    /// - Parameter error: Why those are not that are not refused themselves.
    func left(by error: FeatureEditError) -> FeatureEditResults {
        FeatureEditResults(
            adds: adds.map { FeatureEditResult(error: $0.error ?? error) },
            updates: updates.map { FeatureEditResult(objectID: id(of: $0), error: $0.error ?? error) },
            deletes: edits.usesGlobalIDs
                ? edits.deletedGlobalIDs.map { FeatureEditResult(globalID: $0, error: error) }
                : edits.deletedObjectIDs.map { FeatureEditResult(objectID: $0, error: error) })
    }

    private func id(of row: EditedFeatures.Row) -> Int? { row.feature.objectID(layer.definition.objectIDField) }
}
