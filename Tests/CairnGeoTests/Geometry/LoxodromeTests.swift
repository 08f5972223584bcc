import CairnGeo
import CairnTesting
import Foundation
import Testing

struct LoxodromeTests {
    private func place(_ random: inout SeededGenerator) -> Position {
        Position(x: .random(in: -180...180, using: &random), y: .random(in: -89...89, using: &random))
    }

    @Test func `along meridians and the equator it is the shortest line`() {
        var random = SeededGenerator(seed: 141)
        for _ in 0..<300 {
            let place = place(&random)
            let north = Position(x: place.x, y: .random(in: -89...89, using: &random))
            let line = Loxodrome.segment(from: place, to: north)
            #expect(abs(line.length - Geodesic.distance(from: place, to: north)) < 1e-6)
            #expect(line.azimuth == (north.y > place.y ? 0 : 180) && line.reverseAzimuth == (north.y > place.y ? 180 : 0))
        }
        let equator = Loxodrome.segment(from: Position(x: 170, y: 0), to: Position(x: -170, y: 0))
        #expect(abs(equator.length - 20 * 111_319.49079327358) < 1e-6 && equator.azimuth == 90)
    }

    @Test func `a line is found again by going along it, and is as long as its parts`() {
        var random = SeededGenerator(seed: 142)
        for _ in 0..<1000 {
            let (start, end) = (place(&random), place(&random))
            let line = Loxodrome.segment(from: start, to: end)
            let found = Loxodrome.position(from: start, azimuth: line.azimuth, distance: line.length)
            #expect(Geodesic.distance(from: found, to: end) < 1e-5)
            let back = Loxodrome.position(from: end, azimuth: line.reverseAzimuth, distance: line.length)
            #expect(Geodesic.distance(from: back, to: start) < 1e-5)
            let middle = Loxodrome.position(from: start, azimuth: line.azimuth, distance: line.length / 3)
            let (first, second) = (Loxodrome.segment(from: start, to: middle), Loxodrome.segment(from: middle, to: end))
            #expect(
                abs(first.length + second.length - line.length) < 1e-5
                    && line.length >= Geodesic.distance(from: start, to: end) - 1e-5)
            #expect(abs(remainder(second.azimuth - line.azimuth, 360)) < 1e-6)
        }
    }

    @Test func `of short lines it is the shortest, nearly`() {
        var random = SeededGenerator(seed: 143)
        for _ in 0..<300 {
            let start = Position(x: 8, y: .random(in: -70...70, using: &random))
            let end = Position(
                x: 8 + .random(in: -1e-5...1e-5, using: &random), y: start.y + .random(in: -1e-5...1e-5, using: &random))
            #expect(abs(Loxodrome.segment(from: start, to: end).length - Geodesic.distance(from: start, to: end)) < 1e-6)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, 91]) func `nothing traps, and who goes beyond a pole is there`(
        number: Double
    ) {
        let (start, end) = (Position(x: number, y: number), Position(x: 5, y: 50))
        _ = (Loxodrome.segment(from: start, to: end), Loxodrome.position(from: start, azimuth: number, distance: number))
        #expect(abs(Loxodrome.position(from: end, azimuth: 0, distance: 1e8).y - 90) < 1e-9)
        #expect(Loxodrome.segment(from: end, to: end).length == 0)
    }
}
