import CairnCore
import CairnGeo
import Foundation

/// Edits as services take them.
struct EditWire {
    private let objectIDField: String?

    init(_ info: FeatureLayerInfo) {
        objectIDField = info.objectIDField
    }

    /// The parameters of `applyEdits`, but for the features.
    static func options(_ edits: FeatureEdits) -> [String: String] {
        ["rollbackOnFailure": String(edits.rollsBackOnFailure), "useGlobalIds": String(edits.usesGlobalIDs)]
    }

    /// New features; ids of theirs do not count.
    func adds(_ edits: FeatureEdits) -> [JSONValue] {
        edits.adds.map { feature in
            var feature = feature
            if let objectIDField { feature.attributes[objectIDField] = nil }
            return Self.json(feature)
        }
    }

    func updates(_ edits: FeatureEdits) -> [JSONValue] { edits.updates.map(Self.json) }

    static func deletes(_ edits: FeatureEdits) -> JSONValue {
        edits.usesGlobalIDs
            ? .array(edits.deletedGlobalIDs.map(JSONValue.string)) : .array(edits.deletedObjectIDs.map(JSONValue.integer))
    }

    /// Those of one layer as a part of those of a service.
    func layer(_ id: Int, _ edits: FeatureEdits) -> JSONValue {
        var members: [String: JSONValue] = ["id": .integer(id)]
        if !edits.adds.isEmpty { members["adds"] = .array(adds(edits)) }
        if !edits.updates.isEmpty { members["updates"] = .array(updates(edits)) }
        if Self.deletes(edits) != [] { members["deletes"] = Self.deletes(edits) }
        return .object(members)
    }

    private static func json(_ feature: Feature) -> JSONValue {
        var members: [String: JSONValue] = ["attributes": feature.attributes.esriJSON]
        members["geometry"] = feature.geometry?.esriJSON
        return .object(members)
    }
}

extension FeatureLayerInfo {
    /// Refuses global ids where features are given others than those that they come with: nobody would notice; and what cannot be sent.
    ///
    /// - Throws: ``FeatureError/noGlobalIDs(table:)``; `GeodatabaseError.wrongValue`, `GeodatabaseError.wrongGeometry`.
    func verifyTakes(_ edits: FeatureEdits) throws {
        // The layers of older servers do not say.
        let isOff = json["supportsApplyEditsWithGlobalIds"]?.bool == false
        if edits.usesGlobalIDs, globalIDField == nil || isOff { throw FeatureError.noGlobalIDs(table: name) }
        try edits.verifyNumbers(of: name)
    }
}
