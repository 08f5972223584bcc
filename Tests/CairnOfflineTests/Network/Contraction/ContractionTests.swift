import CairnCore
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct ContractionTests {
    private static let rounds = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 300 : 20_000

    private func hierarchy(_ arcs: WeightedArcs, threads: Int = 2) -> HierarchyArrays {
        Contraction.hierarchy(of: arcs, threads: threads) { _ in }
    }

    @Test func `every distance and every path of a hierarchy is that of the graph`() throws {
        var random = FixedRandom(seed: 1)
        for round in 0..<Self.rounds {
            let arcs = GraphModel.random(&random)
            // In whatever order nodes are numbered.
            let order = (0..<UInt32(arcs.nodeCount)).shuffled(using: &random)
            let (model, hierarchy) = (
                GraphModel(arcs), Contraction.hierarchy(of: arcs, in: order, threads: round % 3 + 1) { _ in }
            )
            var search = HierarchySearch(nodeCount: arcs.nodeCount)
            // From none of the nodes to all of them.
            let transitCount = Int.random(in: 0...arcs.nodeCount, using: &random)
            let transits = hierarchy.withHierarchy { TransitTable($0, mostNodes: transitCount) }
            for source in 0..<UInt32(arcs.nodeCount) {
                let expected = model.distances(from: source)
                for target in 0..<UInt32(arcs.nodeCount) {
                    try hierarchy.withHierarchy { (view) throws(PathDamage) in
                        var view = view
                        view.transits = transits.costs
                        let ends = (hierarchy.numbers[Int(source)], hierarchy.numbers[Int(target)])
                        let way = search.search(view, from: [.init(ends.0)], to: [.init(ends.1)])
                        #expect(way?.distance == expected[Int(target)], "round \(round), from \(source) to \(target)")
                        guard let way else { return }
                        var path: [UInt32] = []
                        try search.path(of: way, in: view, &path)
                        #expect(model.cost(of: path, from: source, to: target) == way.distance)
                    }
                }
            }
        }
    }

    @Test func `the outcome does not depend on how many threads make it`() {
        var random = FixedRandom(seed: 2)
        for _ in 0..<Self.rounds / 10 {
            let arcs = GraphModel.random(&random)
            let one = hierarchy(arcs, threads: 1)
            for threads in [2, 5] {
                let other = hierarchy(arcs, threads: threads)
                #expect(
                    one.numbers == other.numbers && one.starts == other.starts && one.parts == other.parts)
            }
        }
    }

    @Test func `a graph without nodes, and one without arcs, have hierarchies`() {
        for count in [0, 1, 3] {
            let hierarchy = hierarchy(WeightedArcs(nodeCount: count))
            #expect(hierarchy.nodeCount == count && hierarchy.arcs.isEmpty)
            var search = HierarchySearch(nodeCount: count)
            hierarchy.withHierarchy { view in
                guard count > 1 else { return }
                #expect(search.search(view, from: [.init(0)], to: [.init(1)]) == nil)
                #expect(search.search(view, from: [.init(0)], to: [.init(0)])?.distance == 0)
            }
        }
    }

    @Test func `the heaviest arcs that there can be do not add up to a short way`() {
        var arcs = WeightedArcs(nodeCount: 40)
        for node in 0..<UInt32(39) { arcs.append(from: node, to: node + 1, weight: Distance.none - 1) }
        let hierarchy = hierarchy(arcs)
        var search = HierarchySearch(nodeCount: 40)
        hierarchy.withHierarchy { view in
            for target in 0..<40 {
                let way = search.search(view, from: [.init(hierarchy.numbers[0])], to: [.init(hierarchy.numbers[target])])
                #expect(way?.distance == (target == 0 ? 0 : target == 1 ? Distance.none - 1 : nil))
            }
        }
    }

    @Test func `distances that do not fit together are no short way between the highest nodes`() {
        // Nothing joins these, or one arc as heavy as can be: three such numbers do not fit in 32 bits.
        for weight in [nil, Distance.none - 1] {
            var arcs = WeightedArcs(nodeCount: 2)
            if let weight { arcs.append(from: 0, to: 1, weight: weight) }
            let hierarchy = hierarchy(arcs)
            let transits = hierarchy.withHierarchy { TransitTable($0) }
            var search = HierarchySearch(nodeCount: 2)
            hierarchy.withHierarchy { view in
                var view = view
                view.transits = transits.costs
                for far in [Distance.none - 1, 3, 5] {
                    let ends = (hierarchy.numbers[0], hierarchy.numbers[1])
                    #expect(
                        search.search(view, from: [.init(ends.0, at: Distance.none - 1)], to: [.init(ends.1, at: far)]) == nil)
                }
            }
        }
    }

    @Test func `it is asked whether to go on within a round, too`() throws {
        let told = Log<Double>()
        _ = Contraction.hierarchy(of: WeightedArcs(nodeCount: 20_000), threads: 2) { told.append($0) }
        #expect(told.elements == Array(repeating: 0, count: 10) + [1])
    }

    @Test func `what is thrown while it is made ends it`() {
        struct Enough: Error {}
        var random = FixedRandom(seed: 3)
        let arcs = GraphModel.random(&random)
        #expect(throws: Enough.self) { try Contraction.hierarchy(of: arcs, threads: 2) { _ in throw Enough() } }
    }
}
