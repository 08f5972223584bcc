import AGSCompat
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AGSFeatureLayerSelectionTests {
    /// As apps make them.
    private final class OwnLayer: AGSFeatureLayer {
        var note = ""
    }

    private func selected(_ layer: AGSFeatureLayer) async throws -> Set<AGSFeature> {
        let result: AGSFeatureQueryResult = try await answer { layer.getSelectedFeatures(completion: $0) }
        return Set(result.map { $0 })
    }

    @Test func `features are selected by hand and by a query, which adds, begins anew, or takes out`() async throws {
        let service = try await SampleService(count: 6)
        let layer = OwnLayer(featureTable: service.table())
        try await layer.load()
        func select(_ condition: String, _ mode: AGSSelectionMode) async throws -> AGSFeatureQueryResult {
            let parameters = AGSQueryParameters()
            parameters.whereClause = condition
            return try await answer { layer.selectFeatures(withQuery: parameters, mode: mode, completion: $0) }
        }
        #expect(try await selected(layer).isEmpty)
        let found = try await select("rank >= 3", .new).map { $0 }
        #expect(found.count == 3)
        #expect(try await selected(layer) == Set(found))
        layer.unselectFeature(found[0])
        layer.select([found[0], found[1]])
        #expect(try await selected(layer) == Set(found))
        let more = try await select("rank = 0", .add).map { $0 }
        #expect(try await selected(layer) == Set(found + more))
        layer.unselectFeatures(more)
        #expect(try await selected(layer) == Set(found))
        layer.clearSelection()
        #expect(try await selected(layer).isEmpty)
        withExtendedLifetime(service) {}
    }

    @Test func `loading is awaited, and throws as closures are told`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        try await table.load()
        #expect(table.loadStatus == .loaded)
        let missing = AGSServiceFeatureTable(url: URL(string: "http://127.0.0.1:9/FeatureServer/0")!)
        await #expect(throws: (any Error).self) { try await missing.load() }
        await #expect(throws: (any Error).self) { try await missing.retryLoad() }
        #expect(missing.loadStatus == .failedToLoad)
        withExtendedLifetime(service) {}
    }
}
