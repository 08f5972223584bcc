@testable import AGSCompat
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// What is asked to be sent, and then taken back, before it is its turn.
struct EditClaimsTests {
    private static let definition = FeatureTableDefinition("Things", fields: [Field("N", type: .integer)])

    private func feature(_ number: Int) -> Feature { Feature(attributes: ["N": .integer(number)]) }

    /// Who waits to send, or is sending, and what is to be there when that has been sent.
    private struct Claim {
        let number: Int
        var model: [Int: Int]
    }

    /// The rows of a service, and those that are to be there when all that was asked to be sent has been.
    private struct Case {
        var (edits, model) = (LocalEdits(), [Int: Int]())
        var service: [Int: Int] = [:]
        var lastID = 0
        private var claims: [Claim] = []
        private var sent: SentEdits?
        var random: SeededGenerator
        /// All that were ever added, with what was asked last to be kept of each, and what became of that.
        private(set) var last: [Int: (number: Int, fate: EditFate)] = [:]
        private var lastNumber = 0

        init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

        var isWaitedFor: Bool { !claims.isEmpty }

        mutating func edit() {
            lastNumber += 1
            let (number, fate) = (lastNumber, EditFate())
            let feature = Feature(attributes: ["N": .integer(number)])
            let id = model.keys.sorted().randomElement(using: &random)
            switch (Int.random(in: 0..<3, using: &random), id) {
            case (1, let id?):
                if edits.update(id, by: feature, globalID: nil, fate: fate) { (model[id], last[id]) = (number, (number, fate)) }
            case (2, let id?):
                if edits.delete(id, globalID: nil) { model[id] = nil }
            default:
                let id = edits.add(feature, globalID: nil, fate: fate)
                (model[id], last[id]) = (number, (number, fate))
            }
        }

        mutating func claim() { claims.append(Claim(number: edits.claim(), model: model)) }

        /// One that waits is cancelled.
        mutating func cancel() {
            let waiting = claims.indices.dropFirst(sent == nil ? 0 : 1)
            guard let place = waiting.randomElement(using: &random) else { return }
            edits.claims.end(claims.remove(at: place).number)
        }

        /// Takes back what was edited behind those who wait to send.
        mutating func undo() {
            edits.undo()
            if let last = claims.last {
                model = last.model
                return
            }
            let there = last.keys.map { ($0, service[edits.currentIDs(of: $0).objectID]) }
            model = Dictionary(uniqueKeysWithValues: there).compactMapValues(\.self)
        }

        mutating func begin() {
            guard sent == nil, !claims.isEmpty else { return }
            sent = edits.take(EditClaimsTests.definition, takesGlobalIDs: false)
            for place in claims.indices { claims[place].model = model }
        }

        mutating func end(isAnswered: Bool) {
            guard let sent else { return }
            if isAnswered {
                let results = apply(sent)
                _ = edits.settle(sent, results, EditClaimsTests.definition)
            } else {
                edits.giveBack(sent, isInDoubt: false)
            }
            edits.claims.end(claims.removeFirst().number)
            self.sent = nil
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
            switch Int.random(in: 0..<8, using: &one.random) {
            case 0...2: one.edit()
            case 3: one.claim()
            case 4: one.undo()
            case 5: one.begin()
            case 6: one.cancel()
            default: one.end(isAnswered: Int.random(in: 0..<4, using: &one.random) > 0)
            }
        }
        while one.isWaitedFor {
            one.begin()
            one.end(isAnswered: true)
        }
        #expect(one.edits.claims.isEmpty)
        one.claim()
        one.begin()
        one.end(isAnswered: true)
        let rows = one.model.map { (one.edits.currentIDs(of: $0).objectID, $1) }
        #expect(one.edits.isEmpty && one.service == Dictionary(uniqueKeysWithValues: rows))
        // What was taken back is known of each, and of no other.
        for (id, number) in one.model { #expect(one.last[id].map { $0.fate.isTakenBack == ($0.number != number) } == true) }
    }

    @Test func `attachments that were asked to be sent are not taken back, and those behind them are`() {
        func file(_ name: String) -> NewAttachment {
            NewAttachment(name: name, contentType: "text/plain", content: .data(Data()))
        }
        var edits = LocalEdits()
        let added = edits.add(feature(1), globalID: nil)
        let attachment = edits.editAttachment(.add(file("a")), ofFeature: added)
        _ = edits.editAttachment(.update(7, file("b")), ofFeature: 3)
        let claim = edits.claim()
        _ = edits.editAttachment(.update(attachment?.attachmentID ?? 0, file("c")), ofFeature: added)
        _ = edits.editAttachment(.update(7, file("d")), ofFeature: 3)
        _ = edits.editAttachment(.add(file("e")), ofFeature: 3)
        edits.undo()
        #expect(edits.attachments.map(\.attachment?.name) == ["a", "b"])
        edits.claims.end(claim)
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
        _ = edits.claim()
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
