import CairnCore
import CairnGeo
import Foundation

/// Changes the features of a layer, as clients ask for it.
struct LayerEdits {
    private let layer: FeatureLayer

    init(_ layer: FeatureLayer) {
        self.layer = layer
    }

    /// - Parameter operation: Its name in small letters.
    func answer(_ operation: String, _ request: ServiceRequest) async throws -> JSONValue {
        try layer.expectEditable()
        var requested = RequestedEdits(layer: layer)
        requested.edits.usesGlobalIDs = try request.flag("useGlobalIds")
        requested.edits.rollsBackOnFailure = try request.flag("rollbackOnFailure", default: true)
        switch operation {
        case "addfeatures":
            requested.adds = try rows(request, "features", isNeeded: true)
            return ["addResults": Self.json(try await requested.apply().adds)]
        case "updatefeatures":
            requested.updates = try rows(request, "features", isNeeded: true)
            return ["updateResults": Self.json(try await requested.apply().updates)]
        case "deletefeatures": return try await delete(requested.edits, request)
        default:
            try request.refuseUploadedEdits()
            try AttachmentEdits.expectNone(in: request["attachments"])
            requested.adds = try rows(request, "adds")
            requested.updates = try rows(request, "updates")
            try read(request["deletes"] ?? "", into: &requested.edits)
            return try await apply(requested, request)
        }
    }

    private func apply(_ requested: RequestedEdits, _ request: ServiceRequest) async throws -> JSONValue {
        let results = try await requested.apply()
        var members = Self.members(of: results)
        if try request.flag("returnEditMoment") { members["editMoment"] = AttributeValue.date(.now).esriJSON }
        return .object(members)
    }

    private func rows(
        _ request: ServiceRequest, _ parameter: String, isNeeded: Bool = false
    ) throws(ServiceFailure) -> [EditedFeatures.Row] {
        guard let text = request[parameter] else {
            if isNeeded { throw .invalid(parameter, "it is missing") }
            return []
        }
        return try EditedFeatures(layer).rows(text.utf8, parameter)
    }

    /// Takes ids to be deleted: between commas, or in a JSON array.
    private func read(_ deletes: String, into edits: inout FeatureEdits) throws(ServiceFailure) {
        if edits.usesGlobalIDs {
            edits.deletedGlobalIDs = try IDList(deletes).texts("deletes")
        } else {
            edits.deletedObjectIDs = try IDList(deletes).integers("deletes")
        }
    }

    // MARK: - Deleting

    private func delete(_ edits: FeatureEdits, _ request: ServiceRequest) async throws -> JSONValue {
        var edits = edits
        // Object ids are what this operation tells features by, whatever else is said.
        edits.usesGlobalIDs = false
        edits.deletedObjectIDs = try await deletedIDs(request)
        let results = try await layer.table.applyEdits(edits)
        guard try request.flag("returnDeleteResults", default: true) else { return ["success": .bool(results.firstError == nil)] }
        return ["deleteResults": Self.json(results.deletes)]
    }

    private func deletedIDs(_ request: ServiceRequest) async throws -> [Int] {
        let selection = try FeatureQueryParser(request, layer).selection()
        let isChosen = request["where"] != nil || selection.geometry != nil || selection.timeExtent != nil
        if isChosen { return try await layer.table.queryObjectIDs(using: selection) }
        // Nobody means all features by saying nothing.
        guard let ids = selection.objectIDs else {
            throw ServiceFailure.invalid(
                "where", "nothing says which features are to be deleted; send objectIds, where or geometry")
        }
        return ids
    }

    // MARK: - Results

    static func members(of results: FeatureEditResults) -> [String: JSONValue] {
        [
            "addResults": json(results.adds), "updateResults": json(results.updates), "deleteResults": json(results.deletes),
        ]
    }

    static func json(_ results: [FeatureEditResult]) -> JSONValue { .array(results.map(json)) }

    static func json(_ result: FeatureEditResult) -> JSONValue {
        var members: [String: JSONValue] = [
            "objectId": .integer(result.objectID ?? -1), "globalId": result.globalID.map { .string($0) } ?? .null,
            "success": .bool(result.isSuccess),
        ]
        if let error = result.error {
            members["error"] = ["code": .integer(error.code), "description": .string(error.description)]
        }
        return .object(members)
    }
}
