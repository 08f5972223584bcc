import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct TravelNetworkTests {
    private static let rounds = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 60 : 4000

    @Test func `ways between any two places are the shortest, follow the roads, and take no forbidden turn`() throws {
        var random = FixedRandom(seed: 11)
        for round in 0..<Self.rounds {
            let draft = RoadModel.random(&random)
            let built = try BuiltNetwork(draft)
            for kind in TravelKind.allCases {
                let (model, network) = (RoadModel(draft: draft, kind: kind), try built.image.network(kind))
                for _ in 0..<30 {
                    let (start, end) = (place(draft, &random), place(draft, &random))
                    let way = try network.way(from: start, to: end)
                    #expect(
                        way.map { Int($0.cost) } == model.cost(from: start, to: end),
                        "round \(round), \(kind), \(start) to \(end)")
                    #expect(try network.cost(from: start, to: end) == way?.cost)
                    if let way { expect(way, from: start, to: end, model) }
                }
            }
        }
    }

    private func place(_ draft: RoadDraft, _ random: inout FixedRandom) -> EdgePoint {
        let shares = [0, 1, 0.5, Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random)]
        return EdgePoint(
            edge: UInt32(draft.edges.indices.randomElement(using: &random)!), share: shares.randomElement(using: &random)!)
    }

    private func expect(_ way: TravelNetwork.Way, from start: EdgePoint, to end: EdgePoint, _ model: RoadModel) {
        guard let first = way.roads.first, let last = way.roads.last else {
            #expect(model.vertex(start) != nil && model.vertex(start) == model.vertex(end) && way.cost == 0)
            return
        }
        for (road, next) in zip(way.roads, way.roads.dropFirst()) { #expect(model.allows(road, next)) }
        let whole = way.roads.map { model.weight($0)! }
        let cost =
            way.roads.count == 1
            ? model.part(whole[0], way.end - way.start)
            : model.part(whole[0], 1 - way.start) + whole.dropFirst().dropLast().reduce(0, +) + model.part(whole.last!, way.end)
        #expect(Int(way.cost) == cost)
        if let vertex = model.vertex(start) {
            #expect(model.tail(first) == vertex && way.start == 0)
        } else {
            #expect(first / 2 == start.edge && way.start == model.share(start, first))
        }
        if let vertex = model.vertex(end) {
            #expect(model.head(last) == vertex && way.end == 1)
        } else {
            #expect(last / 2 == end.edge && way.end == model.share(end, last))
        }
    }
}
