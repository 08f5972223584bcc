import CairnGeo
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct PlaceOrderTests {
    private static let block = 1 << 20

    /// Many in the same cell, some all over the earth, some beyond 180 degrees, and some that are none.
    private func places(_ count: Int) -> [Position] {
        var random = FixedRandom(seed: UInt64(count))
        return (0..<count).map { number in
            let (x, y) = (Double.random(in: -180...180, using: &random), Double.random(in: -90...90, using: &random))
            switch number % 11 {
            case 3: return Position(x: 8.5, y: 47.3)
            case 5: return Position(x: 8.5 + x / 1e5, y: 47.3 + y / 1e5)
            case 7: return Position(x: x + 360 * Double(number % 5 - 2), y: y)
            case 9: return Position(x: x * 1e16, y: y > 0 ? 90 : -90)
            case 10:
                return [Position(x: .nan, y: 1), Position(x: 1, y: .nan), Position(x: .infinity, y: 1), Position(x: 1, y: 90.1)][
                    number % 4]
            default: return Position(x: x, y: y)
            }
        }
    }

    /// By a plain sort of pairs, a million at a time.
    private func model(_ places: [Position]) -> [Int] {
        stride(from: 0, to: places.count, by: Self.block).flatMap { start in
            places.indices[start..<min(start + Self.block, places.count)]
                .filter { places[$0].x.isFinite && abs(places[$0].y) <= 90 }
                .map { number in
                    let (x, y) = (remainder(places[number].x, 360), places[number].y)
                    return (cell: HilbertCurve.index(ofX: Fixed.from(x), y: Fixed.from(y)) >> 20, number: number)
                }
                .sorted { ($0.cell, $0.number) < ($1.cell, $1.number) }.map(\.number)
        }
    }

    @Test(arguments: [0, 1, 2, 11, 4000, 4505, 4506, 5000, 40_000])
    func `each place that is one comes once, along the curve`(count: Int) {
        let places = places(count)
        #expect(PlaceOrder.alongCurve(places) == model(places))
    }

    @Test func `of more than a million each comes once, those after the first million along a curve of their own`() {
        let some = places(10_000)
        // Few of them are places, else a plain sort takes its time.
        var places = [Position](repeating: Position(x: .nan, y: 0), count: Self.block + 5000)
        for (index, place) in some.enumerated() { places[index < 2000 ? index * 500 : Self.block - 5000 + index] = place }
        #expect(PlaceOrder.alongCurve(places) == model(places))
    }

    @Test(arguments: [4095, 4096, 4097]) func `it is the same by either way of sorting`(count: Int) {
        let places = places(20_000).filter { $0.onEarth != nil }.prefix(count)
        #expect(places.count == count)
        #expect(PlaceOrder.alongCurve(Array(places)) == model(Array(places)))
    }

    @Test func `a longitude means the same however often it goes around the earth`() {
        #expect(Position(x: 361, y: 2).onEarth == Position(x: 1, y: 2))
        #expect(Position(x: 1e16, y: 2).onEarth == Position(x: remainder(1e16, 360), y: 2))
        #expect(Position(x: -180, y: -90).onEarth == Position(x: -180, y: -90))
        #expect(Position(x: 0, y: 90.000001).onEarth == nil && Position(x: .nan, y: 0).onEarth == nil)
        #expect(Position(x: -.infinity, y: 0).onEarth == nil && Position(x: 0, y: .nan).onEarth == nil)
    }
}
