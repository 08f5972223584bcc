import CairnGeo
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

/// Results that say which feature they are of.
struct EditKeyTests {
    private func results(_ ids: [Int?]) -> [FeatureEditResult] { ids.map { FeatureEditResult(objectID: $0) } }

    @Test(arguments: [
        ([1, 2, 3], [1, 2, 3], [1, 2, 3]), ([1, 2, 3], [3, 1, 2], [1, 2, 3]), ([1, 2, 3], [nil, nil, nil], [nil, nil, nil]),
        // Those of the service's own, or of one feature twice, are in the order of the edits.
        ([1, 2, 3], [7, 8, 9], [7, 8, 9]), ([5, 5], [5, 5], [5, 5]), ([1, 2], [1, nil], [1, nil]), ([], [], []),
    ])
    func `results come in the order of the edits`(asked: [Int], told: [Int?], expected: [Int?]) {
        #expect(EditKey.ordered(results(told), as: asked.map(EditKey.object))?.map(\.objectID) == expected)
    }

    @Test(arguments: [([1, 2, 3], [2, 2, 3]), ([1, 2, 3], [2, 1, nil]), ([1, 2], [2, 7]), ([1, 1, 2], [1, 2, 1])])
    func `results that contradict the edits are refused`(asked: [Int], told: [Int?]) {
        #expect(EditKey.ordered(results(told), as: asked.map(EditKey.object)) == nil)
    }

    @Test func `a global id is one however it is written`() {
        let ids = [UUID(), UUID()]
        let told = ids.reversed().map { FeatureEditResult(globalID: $0.uuidString.lowercased()) }
        let keys = ids.map { EditKey(globalID: "{\($0.uuidString)}") }
        #expect(EditKey.ordered(told, as: keys)?.map(\.globalID) == ids.map { $0.uuidString.lowercased() })
        #expect(EditKey.ordered(told, as: [nil, nil]) == told)
    }
}
