import CairnGeo
import Testing

@testable import CairnOffline

struct RoadSideTests {
    private func line(_ places: [(Int32, Int32)]) -> [RoadDraft.Place] {
        places.map { RoadDraft.Place(longitude: $0.0, latitude: $0.1) }
    }

    /// A hairpin: north-east for a kilometre, and back to the south, to the right of where it came.
    private var hairpin: [RoadDraft.Place] { line([(0, 0), (10_000, 100_000), (20_000, 0)]) }

    @Test(arguments: [(0.0009, 0.0101), (0.0011, 0.0101), (0.001, 0.0102), (0.0007, 0.01005), (0.0013, 0.01005)])
    func `all around the outside of a sharp bend is one side`(_ x: Double, _ y: Double) {
        let wanted = Position(x: x, y: y)
        for segment in 0...1 {
            #expect(RoadSide.side(of: wanted, of: hairpin, beside: hairpin[1], on: segment) == 1)
            #expect(RoadSide.side(of: wanted, of: hairpin.reversed(), beside: hairpin[1], on: segment) == -1)
        }
    }

    @Test func `beside a segment its own direction counts, and so at the ends of the road`() {
        let road = line([(0, 0), (0, 0), (100_000, 0), (100_000, 0), (100_000, 90_000)])
        #expect(RoadSide.side(of: Position(x: 0.005, y: 1e-9), of: road, beside: line([(50_000, 0)])[0], on: 1) == 1)
        #expect(RoadSide.side(of: Position(x: -0.001, y: -0.0001), of: road, beside: road[0], on: 0) == -1)
        #expect(RoadSide.side(of: Position(x: -0.001, y: 0), of: road, beside: road[0], on: 1) == 0)
        #expect(RoadSide.side(of: Position(x: 0.011, y: -0.001), of: road, beside: road[2], on: 2) == -1)
        #expect(RoadSide.side(of: Position(x: 0.01, y: 0.01), of: road, beside: road[4], on: 3) == 0)
    }

    @Test func `beyond a tip where a road turns round is neither side`() {
        let road = line([(0, 0), (0, 100_000), (0, 0)])
        #expect(RoadSide.side(of: Position(x: 0.001, y: 0.011), of: road, beside: road[1], on: 0) == 0)
        #expect(RoadSide.side(of: Position(x: 0, y: 1), of: line([(5, 5), (5, 5)]), beside: line([(5, 5)])[0], on: 0) == 0)
    }

    @Test func `over the date line sides are what they are elsewhere`() {
        let road = line([(1_800_000_000, 0), (1_800_000_000, 100_000)])
        #expect(
            RoadSide.side(of: Position(x: -179.9999, y: 0.005), of: road, beside: line([(1_800_000_000, 50_000)])[0], on: 0) == -1
        )
        #expect(
            RoadSide.side(of: Position(x: 179.9999, y: 0.005), of: road, beside: line([(1_800_000_000, 50_000)])[0], on: 0) == 1)
    }
}
