import CairnCore
import CairnGeo

/// By what an edit tells its feature, and the service's result too.
enum EditKey: Hashable {
    case object(Int)
    case global(String)

    init(globalID: String) {
        self = .global(GlobalID.normalized(globalID))
    }

    /// That of a feature that is added or changed; nil if it has none.
    init?(_ feature: Feature, _ info: FeatureLayerInfo, _ edits: FeatureEdits) {
        if edits.usesGlobalIDs {
            guard let id = info.globalIDField.flatMap({ feature.attributes.value(ofAnyCase: $0)?.string }) else { return nil }
            self.init(globalID: id)
        } else {
            guard let id = info.objectIDField.flatMap({ feature.objectID($0) }) else { return nil }
            self = .object(id)
        }
    }

    /// The results in the order of the edits, where they say that they are of others of them.
    ///
    /// - Returns: nil if they contradict the edits: nobody knows what became of which.
    static func ordered(_ results: [FeatureEditResult], as keys: [EditKey?]) -> [FeatureEditResult]? {
        let asked = Set(keys.compactMap(\.self))
        let told = zip(results, keys).map { result, key in key?.told(by: result) }
        // What is none of them may be a name that the service has given.
        let isOther = zip(told, keys).contains { told, key in told.map { $0 != key && asked.contains($0) } ?? false }
        if !isOther { return results }
        guard asked.count == keys.count, Set(told) == Set(keys) else { return nil }
        let named = Dictionary(zip(told, results)) { first, _ in first }
        return keys.compactMap { named[$0] }
    }

    /// What a result says of the same kind.
    private func told(by result: FeatureEditResult) -> EditKey? {
        switch self {
        case .object: result.objectID.map(EditKey.object)
        case .global: result.globalID.map(EditKey.init(globalID:))
        }
    }
}
