import CairnCore
public import CairnGeo
import Foundation

extension ServiceFeatureTable {
    /// Adds, changes and deletes features in one request: a result for each, in their order.
    ///
    /// What one feature alone is refused for stands in its result, and is not thrown. It is sent once. If the answer is lost and
    /// `FeatureEdits.usesGlobalIDs` is set, the service is asked which of the features are there, and the results say what was found;
    /// otherwise nobody knows. After a cancellation nobody knows either.
    ///
    /// - Throws: ``EditError``, if it is not known what became of the edits; ``FeatureError/noGlobalIDs(table:)``; `GeodatabaseError.wrongValue` and
    ///   `wrongGeometry` for numbers and places that are infinite or none; `SystemError` if many edits find no room in a temporary file.
    @concurrent
    @discardableResult
    public func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults {
        if edits.isEmpty { return FeatureEditResults() }
        let info = try await whenLoaded().info
        try info.verifyTakes(edits)
        do {
            return try await send(edits, info)
        } catch let lost as LostAnswer {
            return try await EditInquiry(table: self, info: info, edits: edits).results(after: lost)
        }
    }

    /// What of edits with global ids is done by now, for each of them; nil if that cannot be found out.
    @concurrent
    package func outcome(of edits: FeatureEdits) async throws -> FeatureEditResults? {
        try await EditInquiry(table: self, info: try await whenLoaded().info, edits: edits).results()
    }

    private func send(_ edits: FeatureEdits, _ info: FeatureLayerInfo) async throws -> FeatureEditResults {
        let wire = EditWire(info)
        var fields = EditWire.options(edits)
        if EditWire.deletes(edits) != [] {
            fields["deletes"] =
                edits.usesGlobalIDs ? EditWire.deletes(edits).text() : FeatureQueryWire.list(edits.deletedObjectIDs)
        }
        if edits.adds.count + edits.updates.count > EditBody.few { return try await sendMany(edits, info, fields) }
        if !edits.adds.isEmpty { fields["adds"] = JSONValue.array(wire.adds(edits)).text() }
        if !edits.updates.isEmpty { fields["updates"] = JSONValue.array(wire.updates(edits)).text() }
        return try await client.change("applyEdits") {
            client.changingForm($0, fields, $1)
        } read: { part in
            try EditAnswer.results(part, of: edits, info)
        }
    }

    private func sendMany(
        _ edits: FeatureEdits, _ info: FeatureLayerInfo, _ fields: [String: String]
    ) async throws -> FeatureEditResults {
        let wire = EditWire(info)
        let body = try await EditBody()
        do {
            if !edits.adds.isEmpty { try await body.append("adds", wire.adds(edits)) }
            if !edits.updates.isEmpty { try await body.append("updates", wire.updates(edits)) }
            let results = try await client.change("applyEdits") { target, token in
                var request = client.changingForm(target, fields, token)
                request.body = HTTPRequestBody((request.body?.pieces ?? []) + [.file(body.url)])
                return request
            } read: { part in
                try EditAnswer.results(part, of: edits, info)
            }
            await body.discard()
            return results
        } catch {
            await body.discard()
            throw error
        }
    }
}
