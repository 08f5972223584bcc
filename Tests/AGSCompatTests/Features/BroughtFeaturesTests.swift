@testable import AGSCompat
import CairnGeo
import CairnTesting
import Testing

/// Answers that come in any order, against a table that takes them in the order in which they were asked for.
struct BroughtFeaturesTests {
    private enum Answer {
        case bring([Int], isWhole: Bool, clearing: Bool)
        case renew([Int])
        case lose(Int)
    }

    /// What is here, by object id: the question that has told what it is like, and whether all of it.
    private typealias Rows = [Int: [Int]]

    private func feature(_ id: Int, _ number: Int) -> Feature {
        Feature(attributes: ["OBJECTID": .integer(id), "N": .integer(number)])
    }

    private func take(_ answer: Answer, _ question: Int, _ brought: inout BroughtFeatures) {
        switch answer {
        case .bring(let ids, let isWhole, let clearing):
            brought.bring(
                ids.map { feature($0, question) }, idField: "OBJECTID", isWhole: isWhole, clearing: clearing, question: question)
        case .renew(let ids): brought.renew(ids.map { feature($0, question) }, idField: "OBJECTID", question: question)
        case .lose(let id): brought.lose(id, question: question)
        }
    }

    private func rows(_ answers: [Int: Answer]) -> Rows {
        var rows: Rows = [:]
        for (question, answer) in answers.sorted(by: { $0.key < $1.key }) {
            switch answer {
            case .bring(let ids, let isWhole, let clearing):
                if clearing { rows = [:] }
                for id in ids { rows[id] = [question, isWhole ? 1 : 0] }
            case .renew(let ids): for id in ids where rows[id] != nil { rows[id] = [question, 1] }
            case .lose(let id): rows[id] = nil
            }
        }
        return rows
    }

    private func rows(_ brought: BroughtFeatures) -> Rows {
        let partly = brought.partlyBrought
        let pairs = brought.features.map { feature in
            let id = feature.attributes["OBJECTID"]?.int ?? 0
            return (id, [feature.attributes["N"]?.int ?? 0, partly.contains(id) ? 0 : 1])
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func answer(_ random: inout SeededGenerator) -> Answer {
        let ids = (1...4).filter { _ in Bool.random(using: &random) }
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: .renew(ids)
        case 1: .lose(Int.random(in: 1...4, using: &random))
        case 2: .bring(ids, isWhole: Bool.random(using: &random), clearing: true)
        default: .bring(ids, isWhole: Bool.random(using: &random), clearing: false)
        }
    }

    @Test func `in whatever order answers come, what is here is as if they had come as they were asked for`() {
        var random = SeededGenerator(seed: 1811)
        for round in 0..<rounds(3_000) {
            var (brought, arrived) = (BroughtFeatures(), [Int: Answer]())
            var isFilled = false
            for question in (1...8).shuffled(using: &random) {
                let answer = answer(&random)
                if case .bring = answer { isFilled = true }
                // What tells of features is forgotten where nothing was brought.
                if case .renew = answer, !isFilled { continue }
                take(answer, question, &brought)
                arrived[question] = answer
                let (found, expected) = (rows(brought), rows(arrived))
                #expect(found == expected, "round \(round): \(arrived)")
                #expect(brought.count == expected.count && (1...4).allSatisfy { (brought[$0] != nil) == (expected[$0] != nil) })
                if found != expected { return }
            }
        }
    }

    @Test func `what an edit has changed is here if anything was brought, and goes when all does`() {
        var brought = BroughtFeatures()
        brought.put(1, feature(1, 10))
        brought.renew([feature(1, 3)], idField: "OBJECTID", question: 2)
        #expect(brought.features.isEmpty)
        brought.bring([feature(1, 1), feature(2, 1)], idField: "OBJECTID", isWhole: true, clearing: false, question: 1)
        #expect(brought.features.map { $0.attributes["N"]?.int } == [1, 1])
        brought.put(2, feature(2, 20))
        brought.put(3, feature(3, 30))
        brought.remove(1)
        #expect(brought.features.map { $0.attributes["N"]?.int } == [20, 30])
        brought.lose(2, question: 2)
        brought.lose(3, question: 2)
        #expect(brought.count == 0)
        brought.put(2, feature(2, 21))
        #expect(brought[2]?.attributes["N"]?.int == 21)
        brought.bring([], idField: "OBJECTID", isWhole: true, clearing: true, question: 3)
        #expect(brought.count == 0)
    }

    @Test func `what was forgotten is not brought by what was asked for before`() {
        var brought = BroughtFeatures()
        brought.bring([feature(1, 1), feature(2, 1)], idField: "OBJECTID", isWhole: true, clearing: false, question: 1)
        brought.forget(3)
        #expect(brought.features.isEmpty && brought.count == 0)
        brought.bring([feature(1, 2)], idField: "OBJECTID", isWhole: false, clearing: false, question: 2)
        brought.put(1, feature(1, 2))
        #expect(brought.features.isEmpty && brought.count == 0)
        brought.bring([feature(1, 4)], idField: "OBJECTID", isWhole: false, clearing: false, question: 4)
        #expect(brought[1]?.attributes["N"]?.int == 4 && brought.partlyBrought == [1] && brought.count == 1)
    }
}
