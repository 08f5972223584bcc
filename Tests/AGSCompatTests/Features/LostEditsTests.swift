@testable import AGSCompat
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Edits of which nobody has told whether they have arrived, against a service that keeps the global ids that features come with.
struct LostEditsTests {
    private static let definition = FeatureTableDefinition(
        "Things", fields: [Field("N", type: .integer), Field("G")], globalIDField: "G")

    private struct Service {
        struct Row: Equatable {
            let id: Int
            var number: Int
        }

        var rows: [String: Row] = [:]
        private var lastID = 0

        mutating func apply(_ edits: FeatureEdits) -> FeatureEditResults {
            for feature in edits.adds {
                lastID += 1
                let key = id(feature)
                #expect(rows[key] == nil, "It was added twice.")
                rows[key] = Row(id: lastID, number: number(feature))
            }
            for feature in edits.updates {
                let (key, number) = (id(feature), number(feature))
                rows[key]?.number = number
            }
            for id in edits.deletedGlobalIDs { rows[id] = nil }
            return outcome(of: edits)
        }

        /// What is done of them.
        func outcome(of edits: FeatureEdits) -> FeatureEditResults {
            func result(_ id: String, _ isDone: Bool) -> FeatureEditResult {
                let error = FeatureEditError(code: 0, description: "Not done.")
                return FeatureEditResult(objectID: rows[id]?.id, globalID: id, error: isDone ? nil : error)
            }
            return FeatureEditResults(
                adds: edits.adds.map { result(id($0), rows[id($0)] != nil) },
                updates: edits.updates.map { result(id($0), rows[id($0)]?.number == number($0)) },
                deletes: edits.deletedGlobalIDs.map { result($0, rows[$0] == nil) })
        }

        private func id(_ feature: Feature) -> String { feature.attributes["G"]?.string ?? "" }
        private func number(_ feature: Feature) -> Int { feature.attributes["N"]?.int ?? -1 }
    }

    private final class Case {
        var random: SeededGenerator
        var (edits, service) = (LocalEdits(), Service())
        /// What the table has, by global id, with the id by which its first owner knows each.
        private(set) var model: [String: Service.Row] = [:]
        /// Whether nothing more is edited.
        var isQuiet = false

        init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

        func edit() {
            let number = Int.random(in: 0..<1000, using: &random)
            let (key, change) = (model.keys.sorted().randomElement(using: &random), Feature(attributes: ["N": .integer(number)]))
            switch (Int.random(in: 0..<3, using: &random), key.flatMap { model[$0] }, key) {
            case (1, let row?, let key?):
                let isThere = edits.update(row.id, by: change, globalID: key)
                #expect(isThere)
                model[key]?.number = number
            case (2, let row?, let key?):
                let isThere = edits.delete(row.id, globalID: key)
                #expect(isThere)
                model[key] = nil
            default:
                let key = "G\(model.count)-\(number)-\(Int.random(in: 0..<(1 << 40), using: &random))"
                let feature = Feature(attributes: ["N": .integer(number), "G": .string(key)])
                model[key] = Service.Row(id: edits.add(feature, globalID: key), number: number)
            }
        }

        /// Edits, and sometimes takes back what was edited behind what is to be sent.
        private func editAndUndo(to claimed: [String: Service.Row]) {
            if isQuiet { return }
            for _ in 0..<Int.random(in: 0..<2, using: &random) { edit() }
            guard Int.random(in: 0..<4, using: &random) == 0 else { return }
            edits.undo()
            model = claimed
        }

        /// Sends what is there, and has it answered, lost before it arrives or lost afterwards.
        func send(isAnswered: Bool) {
            let claim = edits.claim()
            defer { edits.claims.end(claim) }
            var claimed = model
            // Undone, or edited, while it waits, and while it is looked for.
            editAndUndo(to: claimed)
            let lost = edits.takeLost()
            editAndUndo(to: claimed)
            if let lost { _ = edits.settle(lost, service.outcome(of: lost.edits), LostEditsTests.definition) }
            editAndUndo(to: claimed)
            let sent = edits.take(LostEditsTests.definition, takesGlobalIDs: true)
            claimed = model
            editAndUndo(to: claimed)
            #expect(sent.edits.usesGlobalIDs || sent.edits.isEmpty)
            let hasArrived = isAnswered || Bool.random(using: &random)
            let results = hasArrived ? service.apply(sent.edits) : FeatureEditResults()
            for _ in 0..<(isAnswered ? 0 : Int.random(in: 0..<4, using: &random)) { edit() }
            if isAnswered {
                _ = edits.settle(sent, results, LostEditsTests.definition)
            } else {
                edits.giveBack(sent, isInDoubt: true)
            }
        }
    }

    @Test(arguments: 0..<300) func `what may have arrived is looked for, and all arrives, and once`(seed: UInt64) {
        let one = Case(seed)
        for _ in 0..<30 {
            for _ in 0..<Int.random(in: 0..<5, using: &one.random) { one.edit() }
            one.send(isAnswered: Bool.random(using: &one.random))
        }
        one.isQuiet = true
        for _ in 0..<3 { one.send(isAnswered: true) }
        #expect(one.edits.isEmpty)
        #expect(one.service.rows.mapValues(\.number) == one.model.mapValues(\.number))
        for (key, row) in one.model { #expect(one.edits.currentIDs(of: row.id).objectID == one.service.rows[key]?.id) }
    }

    @Test func `what is undone is not looked for any more`() {
        let one = Case(1)
        one.edit()
        let sent = one.edits.take(Self.definition, takesGlobalIDs: true)
        one.edits.giveBack(sent, isInDoubt: true)
        #expect(one.edits.lost != nil)
        one.edits.undo()
        #expect(one.edits.isEmpty)
    }
}
