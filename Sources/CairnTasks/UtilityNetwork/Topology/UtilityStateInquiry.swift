import CairnCore
import CairnGeo
import Foundation

/// Finds out how a network is: from the tables that it keeps of what is to be validated, and of what is wrong.
struct UtilityStateInquiry {
    let wire: UtilityNetworkWire
    /// The network's own layer, which names these tables.
    let layerID: Int

    /// Bits of a row's status: what is edited, and what is wrong.
    private static let (edited, wrong) = (1 | 2 | 4, 8 | 16 | 32)
    private static let errorLayers = ["pointErrorsLayerId", "lineErrorsLayerId", "polygonErrorsLayerId"]

    func state() async throws -> UtilityNetworkState {
        let description = try await wire.description(of: wire.layer(layerID))
        guard let tables = try description.optional("systemLayers"),
            let dirty = try tables.optional("dirtyAreasLayerId")?.wholeNumber()
        else { throw description.refusal("does not say where dirty areas are") }
        var state = try await state(ofDirtyAreas: dirty)
        // Older networks keep what is wrong in tables of its own.
        for name in Self.errorLayers where !state.hasErrors {
            guard let layer = try tables.optional(name)?.wholeNumber(), layer >= 0 else { continue }
            state.hasErrors = try await count(layer) > 0
        }
        state.isNetworkTopologyEnabled = try await isEnabled()
        return state
    }

    private func state(ofDirtyAreas layer: Int) async throws -> UtilityNetworkState {
        let info = try FeatureLayerInfo(await wire.description(of: wire.layer(layer)))
        guard let field = info.fields.first(where: { $0.name.lowercased() == "status" })?.name else {
            return UtilityNetworkState(hasDirtyAreas: try await count(layer) > 0, hasErrors: false)
        }
        let form = ["where": "1=1", "outFields": field, "returnDistinctValues": "true", "returnGeometry": "false"]
        let answer = try await wire.call(wire.layer(layer), "query", form)
        let words = try answer.required("features").list().map { row in
            try row.required("attributes").optional(field)?.wholeNumber()
        }
        // A row that does not say what is the matter counts as an edit.
        return UtilityNetworkState(
            hasDirtyAreas: words.contains { word in word.map { $0 & Self.edited != 0 } ?? true },
            hasErrors: words.contains { ($0 ?? 0) & Self.wrong != 0 })
    }

    private func count(_ layer: Int) async throws -> Int {
        let form = ["where": "1=1", "returnCountOnly": "true"]
        return try await wire.call(wire.layer(layer), "query", form).required("count").wholeNumber()
    }

    private func isEnabled() async throws -> Bool? {
        do {
            let form = ["momentsToReturn": ["all"].jsonText]
            return try await wire.call(wire.network, "queryNetworkMoments", form).optional("validNetworkTopology")?.flag()
        } catch let error as ServiceError where error.isRefusalOfQuestion {
            return nil
        }
    }
}
