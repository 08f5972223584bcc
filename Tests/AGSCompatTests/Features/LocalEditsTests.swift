@testable import AGSCompat
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// What was edited and not sent, against a service that takes some of it, refuses some, and is not always reached.
struct LocalEditsTests {
    private static let definition = FeatureTableDefinition("Things", fields: [Field("N", type: .integer)])

    /// A service that keeps a number for each feature.
    private struct Service {
        var rows: [Int: Int] = [:]
        var lastID = 0

        mutating func apply(_ sent: SentEdits, refusing isRefused: () -> Bool) -> FeatureEditResults {
            let refusal = FeatureEditError(code: 1000, description: "No.")
            func number(_ feature: Feature) -> Int { feature.attributes["N"]?.int ?? -1 }
            var results = FeatureEditResults()
            for feature in sent.edits.adds {
                if isRefused() {
                    results.adds.append(FeatureEditResult(error: refusal))
                } else {
                    lastID += 1
                    rows[lastID] = number(feature)
                    results.adds.append(FeatureEditResult(objectID: lastID))
                }
            }
            for feature in sent.edits.updates {
                let id = feature.attributes["OBJECTID"]?.int ?? 0
                let isKnown = rows[id] != nil && !isRefused()
                if isKnown { rows[id] = number(feature) }
                results.updates.append(FeatureEditResult(objectID: id, error: isKnown ? nil : refusal))
            }
            for id in sent.edits.deletedObjectIDs {
                let isKnown = rows[id] != nil && !isRefused()
                if isKnown { rows[id] = nil }
                results.deletes.append(FeatureEditResult(objectID: id, error: isKnown ? nil : refusal))
            }
            return results
        }
    }

    private func feature(_ number: Int) -> Feature { Feature(attributes: ["N": .integer(number)]) }

    /// A random edit, and what the table has then, by the ids that its first owner knows.
    private func edit(_ edits: inout LocalEdits, _ model: inout [Int: Int], _ random: inout SeededGenerator) {
        let number = Int.random(in: 0..<1000, using: &random)
        let id = model.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<3, using: &random), id) {
        case (1, let id?):
            let isThere = edits.update(id, by: feature(number), globalID: nil)
            #expect(isThere)
            model[id] = number
        case (2, let id?):
            let wasThere = edits.delete(id, globalID: nil)
            let isThere = edits.delete(id, globalID: nil) || edits.update(id, by: feature(0), globalID: nil)
            #expect(wasThere && !isThere)
            model[id] = nil
        default: model[edits.add(feature(number), globalID: nil)] = number
        }
    }

    @Test(arguments: 0..<200) func `whatever is refused, lost or edited meanwhile, all arrives, and once`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (edits, service) = (LocalEdits(), Service())
        for number in 1...3 { service.rows[number] = number }
        service.lastID = 3
        var model = service.rows
        for _ in 0..<40 {
            edit(&edits, &model, &random)
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            let sent = edits.take(Self.definition, takesGlobalIDs: false)
            let second = edits.take(Self.definition, takesGlobalIDs: false)
            #expect(second.edits.isEmpty)
            edits.giveBack(second, isInDoubt: false)
            // Edited while it is under way.
            for _ in 0..<Int.random(in: 0..<4, using: &random) { edit(&edits, &model, &random) }
            if Bool.random(using: &random) {
                edits.giveBack(sent, isInDoubt: false)
            } else {
                let results = service.apply(sent) { Int.random(in: 0..<4, using: &random) == 0 }
                _ = edits.settle(sent, results, Self.definition)
            }
        }
        while !edits.isEmpty {
            let sent = edits.take(Self.definition, takesGlobalIDs: false)
            _ = edits.settle(sent, service.apply(sent) { false }, Self.definition)
        }
        #expect(service.rows == Dictionary(uniqueKeysWithValues: model.map { (edits.currentIDs(of: $0).objectID, $1) }))
    }

    @Test func `what is undone is forgotten, but for what is under way`() {
        var edits = LocalEdits()
        let first = edits.add(feature(1), globalID: nil)
        let sent = edits.take(Self.definition, takesGlobalIDs: false)
        _ = edits.add(feature(2), globalID: nil)
        _ = edits.update(7, by: feature(3), globalID: nil)
        edits.undo()
        #expect(Array(edits.entries.keys) == [first])
        _ = edits.settle(sent, FeatureEditResults(adds: [FeatureEditResult(objectID: 9)]), Self.definition)
        #expect(edits.isEmpty && edits.currentIDs(of: first).objectID == 9)
    }

    @Test(arguments: [false, true])
    func `what is edited of a feature by both its ids while it is sent is put together`(isNewOneDeleted: Bool) {
        var edits = LocalEdits()
        let first = edits.add(feature(1), globalID: nil)
        let sent = edits.take(Self.definition, takesGlobalIDs: false)
        let (changed, deleted) = isNewOneDeleted ? (first, 9) : (9, first)
        _ = edits.update(changed, by: feature(2), globalID: nil)
        _ = edits.delete(deleted, globalID: nil)
        _ = edits.settle(sent, FeatureEditResults(adds: [FeatureEditResult(objectID: 9)]), Self.definition)
        #expect(edits.entries.count == 1 && edits.entries[9]?.change == .delete)
    }

    @Test func `what was refused because it had come before, with other values, is changed`() {
        var edits = LocalEdits()
        _ = edits.add(feature(1), globalID: "{A}")
        let sent = edits.take(Self.definition, takesGlobalIDs: false)
        let there = FeatureEditResults(adds: [FeatureEditResult(objectID: 9)])
        _ = edits.settle(sent, there, Self.definition, early: [0])
        #expect(edits.entries[9]?.change == .update(feature(1)))
    }

    @Test func `values that a request which came late may not have had are taken back with their edit`() {
        var edits = LocalEdits()
        let fates = [EditFate(), EditFate()]
        let added = edits.add(feature(1), globalID: "{A}", fate: fates[0])
        _ = edits.update(added, by: feature(2), globalID: nil, fate: fates[1])
        let sent = edits.take(Self.definition, takesGlobalIDs: false)
        let there = FeatureEditResults(adds: [FeatureEditResult(objectID: 9)])
        _ = edits.settle(sent, there, Self.definition, early: [0])
        edits.undo()
        #expect(edits.isEmpty && fates.allSatisfy(\.isTakenBack))
    }

    @Test func `an edit has been taken back that was undone before it arrived, and no other`() {
        var edits = LocalEdits()
        let fates = (0..<4).map { _ in EditFate() }
        let added = edits.add(feature(1), globalID: nil, fate: fates[0])
        let first = edits.take(Self.definition, takesGlobalIDs: false)
        _ = edits.update(added, by: feature(2), globalID: nil, fate: fates[1])
        _ = edits.settle(first, FeatureEditResults(adds: [FeatureEditResult(objectID: 9)]), Self.definition)
        let second = edits.take(Self.definition, takesGlobalIDs: false)
        _ = edits.update(9, by: feature(3), globalID: nil, fate: fates[2])
        edits.undo()
        _ = edits.settle(second, FeatureEditResults(updates: [FeatureEditResult(objectID: 9)]), Self.definition)
        #expect(fates.map(\.isTakenBack) == [false, false, true, false] && edits.isEmpty)
        _ = edits.update(9, by: feature(4), globalID: nil, fate: fates[3])
        _ = edits.delete(9, globalID: nil)
        edits.undo()
        #expect(fates.map(\.isTakenBack) == [false, false, true, true])
    }

    @Test func `what was added here is the service's while it is sent, and as long as nobody knows whether it has arrived`() {
        var definition = Self.definition
        definition.globalIDField = "GLOBALID"
        var edits = LocalEdits()
        let id = edits.add(Feature(attributes: ["GLOBALID": "{A}"]), globalID: "{A}")
        _ = edits.update(3, by: feature(1), globalID: "{B}")
        var isUnsent = [edits.isUnsent(id), edits.isUnsent(3), edits.isUnsent(id - 100)]
        #expect(isUnsent == [true, false, false])
        let first = edits.take(definition, takesGlobalIDs: true)
        isUnsent = [edits.isUnsent(id)]
        edits.giveBack(first, isInDoubt: false)
        isUnsent.append(edits.isUnsent(id))
        let second = edits.take(definition, takesGlobalIDs: true)
        edits.giveBack(second, isInDoubt: true)
        isUnsent.append(edits.isUnsent(id))
        #expect(isUnsent == [false, true, false])
        let results = FeatureEditResults(
            adds: [FeatureEditResult(objectID: 7)], updates: [FeatureEditResult(objectID: 3)], deletes: [])
        let lost = edits.takeLost()
        _ = lost.map { edits.settle($0, results, definition) }
        #expect(lost != nil && !edits.isUnsent(id) && !edits.isUnsent(7) && edits.isEmpty)
    }

    @Test func `the edits of a feature that is deleted do not stay behind it`() {
        let file = NewAttachment(name: "a", contentType: "text/plain", content: .data(Data()))
        var edits = LocalEdits()
        let attachment = edits.editAttachment(.add(file), ofFeature: 3)
        let first = edits.take(Self.definition, takesGlobalIDs: false)
        _ = edits.delete(3, globalID: nil)
        for edit in edits.settle(first, FeatureEditResults(), Self.definition) {
            edits.settle(edit, FeatureEditResult(error: FeatureEditError(code: 404, description: "Gone.")), known: [])
        }
        #expect(attachment != nil && edits.attachments.count == 1)
        let second = edits.take(Self.definition, takesGlobalIDs: false)
        _ = edits.settle(second, FeatureEditResults(deletes: [FeatureEditResult(objectID: 3)]), Self.definition)
        #expect(edits.isEmpty && !edits.isBeingSent)
    }

    @Test func `edits go by global ids if all are known, and by object ids if one is not`() {
        var definition = Self.definition
        definition.globalIDField = "GLOBALID"
        var edits = LocalEdits()
        _ = edits.add(Feature(attributes: ["GLOBALID": "{A}"]), globalID: "{A}")
        _ = edits.update(3, by: feature(1), globalID: "{B}")
        _ = edits.delete(4, globalID: "{C}")
        let sent = edits.take(definition, takesGlobalIDs: true)
        #expect(sent.edits.usesGlobalIDs && sent.edits.deletedGlobalIDs == ["{C}"] && sent.edits.deletedObjectIDs == [])
        #expect(sent.edits.updates.map { $0.attributes["GLOBALID"] } == ["{B}"])
        edits.giveBack(sent, isInDoubt: false)
        _ = edits.delete(5, globalID: nil)
        let other = edits.take(definition, takesGlobalIDs: true)
        #expect(!other.edits.usesGlobalIDs && other.edits.deletedObjectIDs == [4, 5])
        #expect(other.edits.updates.map { $0.attributes["OBJECTID"] } == [3])
    }

    @Test func `an attachment that was added here is changed and deleted where it waits`() {
        func file(_ name: String) -> NewAttachment {
            NewAttachment(name: name, contentType: "text/plain", content: .data(Data()))
        }
        var edits = LocalEdits()
        let feature = edits.add(feature(1), globalID: nil)
        let (first, second) = (
            edits.editAttachment(.add(file("a")), ofFeature: feature), edits.editAttachment(.add(file("b")), ofFeature: feature)
        )
        let changed = edits.editAttachment(.update(first?.attachmentID ?? 0, file("c")), ofFeature: feature)
        let deleted = edits.editAttachment(.delete(second?.attachmentID ?? 0), ofFeature: feature)
        let again = edits.editAttachment(.delete(second?.attachmentID ?? 0), ofFeature: feature)
        #expect(changed != nil && deleted != nil && again == nil)
        let sent = edits.take(Self.definition, takesGlobalIDs: false)
        let refused = FeatureEditResults(adds: [FeatureEditResult(error: FeatureEditError(code: 1, description: "No."))])
        let early = edits.settle(sent, refused, Self.definition)
        #expect(early.isEmpty)
        let next = edits.take(Self.definition, takesGlobalIDs: false)
        let ready = edits.settle(next, FeatureEditResults(adds: [FeatureEditResult(objectID: 5)]), Self.definition)
        #expect(ready.map(\.featureID) == [5] && ready.map(\.attachment?.name) == ["c"])
        for edit in ready { edits.settle(edit, FeatureEditResult(objectID: 1), known: nil) }
        #expect(edits.isEmpty)
    }
}
