import CairnCore
import CairnGeo
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct RoadObstaclesTests {
    @Test func `a part costs what its thousandths cost`() {
        var random = FixedRandom(seed: 21)
        for round in 0..<300 {
            var (obstacles, stretches) = (RoadObstacles(), [RoadObstacles.Stretch]())
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let ends = (0..<2).map { _ in Double(Int.random(in: 0...1000, using: &random)) / 1000 }
                let factor = Double.random(in: 0.1...4, using: &random)
                stretches.append(
                    RoadObstacles.Stretch(from: ends.min()!, to: ends.max()!, effect: .scaled(cost: factor, time: 2)))
            }
            for stretch in stretches { obstacles.add(stretch, on: 3) }
            let (low, high) = (Int.random(in: 0...500, using: &random), Int.random(in: 501...1000, using: &random))
            var (sum, time) = (0.0, 0.0)
            for thousandth in low..<high {
                let middle = (Double(thousandth) + 0.5) / 1000
                let here = stretches.filter { $0.from < middle && middle < $0.to }
                time += here.reduce(1) { product, _ in product * 2 }
                sum += here.reduce(1) { if case .scaled(let cost, _) = $1.effect { $0 * cost } else { $0 } }
            }
            let (from, to) = (Double(low) / 1000, Double(high) / 1000)
            let (ahead, back) = (
                obstacles.cost(of: 6, 1_000_000, from: from, to: to), obstacles.cost(of: 7, 1_000_000, from: 1 - to, to: 1 - from)
            )
            #expect(abs(Double(ahead) - sum * 1000) <= 1, "round \(round)")
            #expect(abs(Double(back) - sum * 1000) <= 1, "round \(round)")
            #expect(abs(obstacles.time(of: 6, 1_000_000, from: from, to: to) - time * 1000) < 1)
            #expect(obstacles.cost(of: 8, 1000, from: 0.25, to: 0.5) == 250, "another road")
        }
    }

    @Test func `a closed stretch closes what touches it, and a toll is paid by who passes`() {
        var obstacles = RoadObstacles()
        obstacles.add(RoadObstacles.Stretch(from: 0.4, to: 0.6, effect: .closed), on: 0)
        obstacles.add(RoadObstacles.Stretch(from: 0.1, to: 0.1, effect: .added(cost: 7, time: 9)), on: 0)
        #expect(obstacles.cost(of: 0, 100) == Distance.none && obstacles.cost(of: 0, 100, from: 0.5, to: 0.5) == Distance.none)
        #expect(obstacles.cost(of: 0, 100, from: 0, to: 0.3) == 37 && obstacles.cost(of: 0, 100, from: 0.2, to: 0.3) == 10)
        #expect(obstacles.cost(of: 1, 100, from: 0.7, to: 1) == 37 && obstacles.cost(of: 1, 100, from: 0, to: 0.3) == 30)
        obstacles.add(RoadObstacles.Stretch(from: 0, to: 1, effect: .scaled(cost: 1e300, time: 1)), on: 1)
        #expect(obstacles.cost(of: 2, 100) == Distance.none, "farther than anything")
    }

    @Test func `what lies on top of each other makes a road no harder to pass`() {
        var obstacles = RoadObstacles()
        for _ in 0..<50 {
            #expect(obstacles.add(RoadObstacles.Stretch(from: 0.25, to: 0.75, effect: .scaled(cost: 2, time: 1)), on: 0) == 1)
            #expect(obstacles.add(RoadObstacles.Stretch(from: 0.2, to: 0.8, effect: .closed), on: 1) == 1)
        }
        #expect(obstacles.add(RoadObstacles.Stretch(from: 0, to: 0.5, effect: .scaled(cost: 3, time: 1)), on: 0) == 3)
        #expect(obstacles.add(RoadObstacles.Stretch(from: 0.5, to: 0.5, effect: .scaled(cost: 3, time: 1)), on: 0) == 3)
        #expect(obstacles.add(RoadObstacles.Stretch(from: 0.3, to: 0.4, effect: .closed), on: 1) == 1)
        #expect(obstacles.add(RoadObstacles.Stretch(from: 0.5, to: 0.5, effect: .scaled(cost: 3, time: 1)), on: 2) == 0)
        #expect(obstacles.stretches[2] == nil && obstacles.cost(of: 0, 1000, from: 0, to: 0.25) == 750)
    }

    @Test func `who comes to a toll pays once, wherever it is and whichever way one travels`() {
        var random = FixedRandom(seed: 23)
        for _ in 0..<1000 {
            let share = [0, 0.3, 1, Double.random(in: 0...1, using: &random)].randomElement(using: &random)!
            var (tolled, closed) = (RoadObstacles(), RoadObstacles())
            tolled.add(RoadObstacles.Stretch(from: share, to: share, effect: .added(cost: 5000, time: 5000)), on: 0)
            closed.add(RoadObstacles.Stretch(from: share, to: share, effect: .closed), on: 0)
            let point = EdgePoint(edge: 0, share: share)
            for road in [0, 1] as [UInt32] {
                let along = TravelNetwork.share(point, along: road)
                // Who sets out from there does not pay.
                let (to, from) = (tolled.cost(of: road, 100, from: 0, to: along), tolled.cost(of: road, 100, from: along, to: 1))
                #expect((to >= 5000) == (along > 0) && from < 5000, "\(share) along \(road)")
                #expect((tolled.time(of: road, 100, from: 0, to: along) >= 5000) == (along > 0))
                for (start, end) in [(0, along), (along, 1)] {
                    #expect(closed.cost(of: road, 100, from: start, to: end) == Distance.none, "\(share) along \(road)")
                }
            }
        }
    }

    @Test func `a shape is crossed where its sides are, and contains what its rings do`() {
        var random = FixedRandom(seed: 22)
        func place() -> Position {
            Position(x: Double.random(in: -1...1, using: &random), y: Double.random(in: -1...1, using: &random))
        }
        for _ in 0..<300 {
            let ring = (0..<Int.random(in: 3...40, using: &random)).map { _ in place() }
            let closed = ring + [ring[0]]
            let (shape, a, b) = (ObstacleShape([closed]), place(), place())
            var (changes, looks) = (0, 0)
            let shares = shape.crossings(of: a, b, &looks).sorted()
            #expect(looks >= shares.count && looks <= ring.count)
            let cuts = [0] + shares + [1]
            let inside = zip(cuts, cuts.dropFirst()).map { (from, to) in
                let middle = (from + to) / 2
                return shape.contains(Position(x: a.x + (b.x - a.x) * middle, y: a.y + (b.y - a.y) * middle), &looks)
            }
            for (one, next) in zip(inside, inside.dropFirst()) where one != next { changes += 1 }
            #expect(changes == shares.count, "each crossing leads in or out")
            #expect(
                !shape.contains(Position(x: 1.5, y: 0), &looks)
                    && shape.crossings(of: Position(x: 2, y: 2), Position(x: 3, y: 2), &looks).isEmpty
            )
        }
    }

    @Test func `what runs along a side crosses it at the ends of that`() {
        let shape = ObstacleShape([[Position(x: 1, y: 0), Position(x: 2, y: 0)]])
        var looks = 0
        #expect(shape.crossings(of: Position(x: 0, y: 0), Position(x: 4, y: 0), &looks).sorted() == [0.25, 0.5])
        #expect(shape.crossings(of: Position(x: 1, y: 0), Position(x: 1, y: 0), &looks).isEmpty, "of no length")
        #expect(ObstacleShape([]).crossings(of: Position(x: 0, y: 0), Position(x: 4, y: 0), &looks).isEmpty)
    }
}
