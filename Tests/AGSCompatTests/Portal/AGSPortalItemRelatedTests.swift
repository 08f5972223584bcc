import AGSCompat
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct AGSPortalItemRelatedTests {
    @Test func `items that are related in any of several ways are found, each once`() async throws {
        let item = TownPortal().item("map")
        func related(_ ways: [AGSPortalItemRelationship]) async throws -> [String] {
            let items: [AGSPortalItem] = try await answer {
                item.fetchRelatedItems(
                    withRelationships: ways.map { NSValue.ags_value(with: $0) }, direction: .forward, completion: $0)
            }
            return items.map(\.itemID)
        }
        #expect(try await related([.mapToService, .mapToArea, .mapToArea]) == ["area"])
        #expect(try await related([.unknown, .mapToService]).isEmpty)
        #expect(try await related([]).isEmpty)
    }
}
