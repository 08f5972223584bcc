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

    @Test func `ways around obstacles are the shortest that pass none`() throws {
        var random = FixedRandom(seed: 12)
        for round in 0..<Self.rounds {
            let draft = RoadModel.random(&random)
            let built = try BuiltNetwork(draft)
            for kind in TravelKind.allCases {
                var model = RoadModel(draft: draft, kind: kind)
                for _ in 0...2 { model.obstacles.add(stretch(&random), on: place(draft, &random).edge) }
                let network = try built.image.network(kind)
                for _ in 0..<30 {
                    let (start, end) = (place(draft, &random), place(draft, &random))
                    let way = try network.way(from: start, to: end, around: model.obstacles)
                    #expect(
                        way.map { Int($0.cost) } == model.cost(from: start, to: end),
                        "round \(round), \(kind), \(start) to \(end), \(model.obstacles)")
                    if let way { expect(way, from: start, to: end, model) }
                }
            }
        }
    }

    @Test func `a way over roads that cost nothing comes to no junction twice`() throws {
        var random = FixedRandom(seed: 15)
        var passed = 0
        for round in 0..<Self.rounds {
            let town = try StreetGrid(5, 5) { draft in
                for edge in draft.edges.indices where Double.random(in: 0...1, using: &random) < 0.75 {
                    (draft.edges[edge].drivingTime, draft.edges[edge].drivingTimeBack) = (0, 0)
                }
            }
            let network = try town.built.image.network(.drivingTime)
            for start in 0..<UInt32(25) {
                for end in 0..<UInt32(25) {
                    let roads = try #require(try network.roads(from: start, to: end))
                    let edges = try roads.map { (try network.roads.edge($0 / 2), $0 & 1 == 0) }
                    let (tails, heads) = (edges.map { $1 ? $0.from : $0.to }, edges.map { $1 ? $0.to : $0.from })
                    #expect(tails.dropFirst() == heads.dropLast() && tails.first ?? end == start && heads.last ?? start == end)
                    #expect(Set(tails).count == tails.count && !tails.contains(end), "round \(round), \(start) to \(end)")
                    let cost = edges.reduce(0) { $0 + $1.0.drivingTime }
                    #expect(try network.probe(from: start, to: end).cost == cost)
                    passed += roads.count
                }
            }
            for _ in 0..<100 {
                let (start, end) = (place(town.draft, &random), place(town.draft, &random))
                let roads = try #require(try network.way(from: start, to: end)).roads
                #expect(zip(roads, roads.dropFirst()).allSatisfy { $0 != $1 ^ 1 }, "round \(round), \(start) to \(end): \(roads)")
            }
        }
        #expect(passed > 1000)
    }

    private func stretch(_ random: inout FixedRandom) -> RoadObstacles.Stretch {
        let ends = [
            Double.random(in: 0...1, using: &random),
            [0, 1, Double.random(in: 0...1, using: &random)].randomElement(using: &random)!,
        ]
        let effects: [RoadObstacles.Effect] = [
            .closed, .scaled(cost: Double.random(in: 0.1...5, using: &random), time: 1), .added(cost: 100, time: 0),
        ]
        let isPlace = Bool.random(using: &random)
        return RoadObstacles.Stretch(
            from: isPlace ? ends[1] : ends.min()!, to: isPlace ? ends[1] : ends.max()!,
            effect: effects.randomElement(using: &random)!)
    }

    @Test func `tables of costs are those of the ways, one by one, with obstacles and without`() throws {
        var random = FixedRandom(seed: 13)
        for round in 0..<Self.rounds {
            let draft = RoadModel.random(&random)
            let built = try BuiltNetwork(draft)
            for kind in TravelKind.allCases {
                let network = try built.image.network(kind)
                let places = (0..<6).map { _ in place(draft, &random) }
                var obstacles = RoadObstacles()
                for isClear in [true, false] {
                    if !isClear { obstacles.add(stretch(&random), on: place(draft, &random).edge) }
                    let limits = places.map { _ in [Distance.none - 1, 500, 1000].randomElement(using: &random)! }
                    try network.forEachCostRow(
                        from: places.map { Terminal($0) }, to: places.reversed().map { Terminal($0) }, around: obstacles,
                        within: { limits[$0] }
                    ) { index, row in
                        let limit = limits[index]
                        let ways = try places.reversed().map {
                            try network.way(from: places[index], to: $0, around: obstacles)?.cost ?? Distance.none
                        }
                        #expect(row == ways.map { $0 > limit ? Distance.none : $0 }, "round \(round), \(kind), row \(index)")
                    }
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
        let whole = way.roads.map { model.part($0, 0, 1) }
        let cost =
            way.roads.count == 1
            ? model.part(first, way.start, way.end)
            : model.part(first, way.start, 1) + whole.dropFirst().dropLast().reduce(0, +) + model.part(last, 0, way.end)
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
