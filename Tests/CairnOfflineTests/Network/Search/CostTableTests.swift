import Testing

@testable import CairnOffline

struct CostTableTests {
    @Test func `each cell of a table is the distance that is found for it alone`() {
        var random = FixedRandom(seed: 4)
        for _ in 0..<100 {
            let arcs = GraphModel.random(&random)
            let (model, hierarchy) = (GraphModel(arcs), Contraction.hierarchy(of: arcs, threads: 2) { _ in })
            func places() -> [UInt32] {
                (0..<Int.random(in: 0...6, using: &random)).map { _ in .random(in: 0..<UInt32(arcs.nodeCount), using: &random) }
            }
            let (sources, targets) = (places(), places())
            hierarchy.withHierarchy { view in
                func seeds(_ node: UInt32) -> [HierarchySearch.Seed] { [.init(hierarchy.numbers[Int(node)], at: 5)] }
                var table = CostTable(view, to: targets.map(seeds))
                for source in sources {
                    let expected = model.distances(from: source)
                    #expect(
                        table.distances(from: seeds(source)) == targets.map { expected[Int($0)].map { $0 + 10 } ?? Distance.none }
                    )
                }
            }
        }
    }
}
