@testable import AGSCompat
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// What is asked to be sent, and then taken back, before it is its turn.
struct EditClaimsTests {
    private static let definition = FeatureTableDefinition("Things", fields: [Field("N", type: .integer)])

    private func feature(_ number: Int) -> Feature { Feature(attributes: ["N": .integer(number)]) }

    /// The rows of a service, and those that are to be there when all that was asked to be sent has been.
    private struct Case {
        var (edits, model) = (LocalEdits(), [Int: Int]())
        var service: [Int: Int] = [:]
        var lastID = 0
        /// What was claimed, or taken, last.
        var claimed: [Int: Int] = [:]
        var waiting = 0
        var sent: SentEdits?
        var random: SeededGenerator

        init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

        mutating func edit() {
            let number = Int.random(in: 0..<1000, using: &random)
            let feature = Feature(attributes: ["N": .integer(number)])
            let id = model.keys.sorted().randomElement(using: &random)
            switch (Int.random(in: 0..<3, using: &random), id) {
            case (1, let id?):
                if edits.update(id, by: feature, globalID: nil) { model[id] = number }
            case (2, let id?):
                if edits.delete(id, globalID: nil) { model[id] = nil }
            default: model[edits.add(feature, globalID: nil)] = number
            }
        }

        mutating func claim() {
            edits.claim()
            (claimed, waiting) = (model, waiting + 1)
        }

        /// Takes back what was edited behind those who wait to send.
        mutating func undo() {
            guard waiting > 0 else { return }
            edits.undo()
            model = claimed
        }

        mutating func begin() {
            guard sent == nil, waiting > 0 else { return }
            sent = edits.take(EditClaimsTests.definition, takesGlobalIDs: false)
            claimed = model
        }

        mutating func end(isAnswered: Bool) {
            guard let sent else { return }
            if isAnswered {
                let results = apply(sent)
                _ = edits.settle(sent, results, EditClaimsTests.definition)
            } else {
                edits.giveBack(sent, isInDoubt: false)
            }
            edits.claims.end()
            (self.sent, waiting) = (nil, waiting - 1)
        }

        private mutating func apply(_ sent: SentEdits) -> FeatureEditResults {
            var results = FeatureEditResults()
            for feature in sent.edits.adds {
                lastID += 1
                service[lastID] = feature.attributes["N"]?.int
                results.adds.append(FeatureEditResult(objectID: lastID))
            }
            for feature in sent.edits.updates {
                let id = feature.attributes["OBJECTID"]?.int ?? 0
                service[id] = feature.attributes["N"]?.int
                results.updates.append(FeatureEditResult(objectID: id))
            }
            for id in sent.edits.deletedObjectIDs {
                service[id] = nil
                results.deletes.append(FeatureEditResult(objectID: id))
            }
            return results
        }
    }

    @Test(arguments: 0..<500) func `what was asked to be sent is sent, whatever is taken back behind it`(seed: UInt64) {
        var one = Case(seed)
        for _ in 0..<60 {
            switch Int.random(in: 0..<7, using: &one.random) {
            case 0...2: one.edit()
            case 3: one.claim()
            case 4: one.undo()
            case 5: one.begin()
            default: one.end(isAnswered: Int.random(in: 0..<4, using: &one.random) > 0)
            }
        }
        while one.waiting > 0 {
            one.begin()
            one.end(isAnswered: true)
        }
        #expect(one.edits.claims.isEmpty)
        one.claim()
        one.begin()
        one.end(isAnswered: true)
        let rows = one.model.map { (one.edits.currentIDs(of: $0).objectID, $1) }
        #expect(one.edits.isEmpty && one.service == Dictionary(uniqueKeysWithValues: rows))
    }

    @Test func `attachments that were asked to be sent are not taken back, and those behind them are`() {
        func file(_ name: String) -> NewAttachment {
            NewAttachment(name: name, contentType: "text/plain", content: .data(Data()))
        }
        var edits = LocalEdits()
        let added = edits.add(feature(1), globalID: nil)
        let attachment = edits.editAttachment(.add(file("a")), ofFeature: added)
        _ = edits.editAttachment(.update(7, file("b")), ofFeature: 3)
        edits.claim()
        _ = edits.editAttachment(.update(attachment?.attachmentID ?? 0, file("c")), ofFeature: added)
        _ = edits.editAttachment(.update(7, file("d")), ofFeature: 3)
        _ = edits.editAttachment(.add(file("e")), ofFeature: 3)
        edits.undo()
        #expect(edits.attachments.map(\.attachment?.name) == ["a", "b"])
        edits.claims.end()
        edits.undo()
        #expect(edits.isEmpty)
    }

    @Test(arguments: [false, true])
    func `what is known of an attachment in doubt is not taken back`(isSettled: Bool) throws {
        func file(_ name: String) -> NewAttachment {
            NewAttachment(name: name, contentType: "text/plain", content: .data(Data()))
        }
        var edits = LocalEdits()
        for name in ["a", "b"] { _ = edits.editAttachment(.add(file(name)), ofFeature: 3) }
        edits.claim()
        let sent = edits.take(Self.definition, takesGlobalIDs: false).attachments
        let lost = FeatureEditResult(error: FeatureEditError(code: 0, description: "Nobody knows."))
        edits.settle(sent[0], lost, known: [7])
        if isSettled { edits.settle(sent[1], FeatureEditResult(objectID: 8), known: nil) }
        edits.undo()
        let kept = try #require(edits.attachments.first)
        #expect(edits.attachments.map(\.attachment?.name) == (isSettled ? ["a"] : ["a", "b"]))
        #expect(kept.isInDoubt && kept.known == (isSettled ? [7, 8] : [7]))
    }
}
