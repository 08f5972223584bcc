import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Against GeographicLib 2.1, whose lines are good to some nanometres.
struct GeodesicSegmentTests {
    /// From, to, metres, azimuths at both ends.
    private static let lines: [[Double]] = [
        [44.245, 43.038, 106.27, 78.756, 4746858.246112651, 14.769639410187407, 252.5562275768317],
        [86.363, 75.174, -169.558, -6.119, 11056562.460435469, 77.83301031686494, 345.38332601510797],
        [159.608, 26.517, 144.324, -68.849, 10648269.287982518, 185.5128189044097, 13.750871699838797],
        [-11.135, -45.11, 15.754, 13.162, 6999389.146235341, 29.69269496147997, 201.0734530543769],
        [-175.279, -50.422, -79.386, 74.109, 15476995.946573677, 24.780073244654016, 256.9590419041367],
        [95.661, -60.59, 106.973, -64.299, 713948.9511192692, 130.21691340971333, 300.17589729325323],
        [42.283, -66.448, -179.361, 66.11, 18172908.608017053, 72.02040207664068, 249.8004160557533],
        [-104.596, -50.644, 173.672, 66.289, 14671298.448098931, 327.44912975411916, 122.02679449330375],
        [-106.279, 78.494, 68.631, 83.048, 2059510.719890117, 1.9455434008583008, 356.7929532455146],
        [-127.547, -77.405, -71.511, 18.354, 11217193.772304218, 53.38910322405936, 190.65803845946073],
        [0, -30, 179.8, 29.9, 19989832.82760953, 161.89052473632697, 198.0907372457395],
        [0, 30, 179.7, -29.8, 19976059.526808854, 22.88132743272526, 337.16690719020687],
        [0, 0, 179.5, 0.3, 19955728.940306906, 31.63942103322504, 328.36009827421634],
        [10, -0.3, -170.4, 0.2, 19980359.886323977, 146.37971220493117, 213.61999961563353],
        [0, 29.9, 179.8, -30, 19989832.82760953, 161.9092627542605, 198.10947526367303],
    ]

    private func turn(_ one: Double, _ other: Double) -> Double { abs(remainder(one - other, 360)) }

    @Test(arguments: lines) func `a line has its length and its azimuths, from either end`(line: [Double]) {
        let (start, end) = (Position(x: line[0], y: line[1]), Position(x: line[2], y: line[3]))
        // Where a line nearly goes all round, what is nothing across it turns it.
        let tolerance = line[4] > 19_900_000 ? 1e-8 : 1e-11
        let (there, back) = (Geodesic.segment(from: start, to: end), Geodesic.segment(from: end, to: start))
        #expect(abs(there.length - line[4]) < 1e-6 && abs(back.length - line[4]) < 1e-6)
        #expect(turn(there.azimuth, line[5]) < tolerance && turn(there.reverseAzimuth, line[6]) < tolerance, "\(there)")
        #expect(turn(back.azimuth, line[6]) < tolerance && turn(back.reverseAzimuth, line[5]) < tolerance, "\(back)")
        let mirrored = Geodesic.segment(from: Position(x: -line[0], y: line[1]), to: Position(x: -line[2], y: line[3]))
        #expect(turn(mirrored.azimuth, -line[5]) < tolerance && (0..<360).contains(mirrored.azimuth))
    }

    @Test(arguments: [
        [-178.782, 31.672, 121.64, 1034.5, -178.77271279707657, 31.667105422168934],
        [114.667, -3.427, 113.69, 13425.2, 114.77764008685007, -3.475774223932563],
        [73.681, -78.854, 351.04, 14.1, 73.68089828164942, -78.85387525553304],
        [89.926, 61.389, 6.5, 1319164.6, 94.49691457357987, 73.09298727155695],
        [-114.869, 81.022, 70.75, 817121.6, -68.1734670201711, 80.49043155137231],
        [154.676, 78.684, 123.98, 2023.7, 154.7525107082088, 78.67385985889507],
    ])
    func `who goes straight on is where the reference is`(move: [Double]) {
        let start = Position(x: move[0], y: move[1])
        let end = Geodesic.position(from: start, azimuth: move[2], distance: move[3])
        #expect(abs(end.x - move[4]) < 1e-12 && abs(end.y - move[5]) < 1e-13)
        let back = Geodesic.position(from: start, azimuth: move[2] + 180, distance: -move[3])
        #expect(abs(back.x - move[4]) < 1e-12 && abs(back.y - move[5]) < 1e-13)
    }

    @Test func `a line is found again by going along it`() {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<3000 {
            let start = Position(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
            let end = Position(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
            let line = Geodesic.segment(from: start, to: end)
            let found = Geodesic.position(from: start, azimuth: line.azimuth, distance: line.length)
            #expect(Geodesic.distance(from: found, to: end) < 1e-6, "\(start) \(end) \(line)")
            let back = Geodesic.position(from: end, azimuth: line.reverseAzimuth, distance: line.length)
            #expect(Geodesic.distance(from: back, to: start) < 1e-6, "\(start) \(end) \(line)")
        }
    }

    @Test(
        arguments: [
            ([(0, 0), (0, 1), (1, 1), (1, 0)], 12308778361.469452), ([(0, 0), (0, 90), (90, 0)], 63758202715511.055),
            ([(-10, 60), (100, 70), (-140, 65)], 10379452741803.031),
            ([(-10, -60), (-140, -65), (100, -70)], 10379452741803.031),
            ([(170, -10), (170, 20), (-160, 5)], 5677182407223.589),
            ([(0, 89.9), (90, 89.9), (180, 89.9), (-90, 89.9)], 249511022.9375),
            ([(-0.001, 89), (179.9, 89), (90, 80)], 125052375101.625),
            ([(8, 50), (8.001, 50), (8.001, 50.001), (8, 50.001)], 7974.5695506334305),
            ([(-120, -40), (-60, 55), (20, -35), (-30, -80)], 118585768513357.94),
        ] as [([(Double, Double)], Double)])
    func `areas are those of the reference`(_ ring: [(Double, Double)], _ area: Double) {
        let places = ring.map { Position(x: $0.0, y: $0.1) }
        for ring in [places + places.prefix(1), places.reversed() + places.suffix(1)] {
            let found = Geodesic.area(of: Geometry.Polygon(rings: [ring], spatialReference: .wgs84))
            #expect(abs(found - area) < max(area * 1e-12, 0.05), "\(found)")
        }
    }

    @Test func `areas of parts add up to that of the whole`() {
        var random = SeededGenerator(seed: 62)
        for _ in 0..<500 {
            let corners = (0..<3).map { _ in
                Position(x: .random(in: -60...60, using: &random), y: .random(in: -80...80, using: &random))
            }
            // A place on a side, which cuts the triangle in two.
            let side = Geodesic.segment(from: corners[0], to: corners[1])
            let middle = Geodesic.position(from: corners[0], azimuth: side.azimuth, distance: side.length * 0.3)
            func area(_ ring: [Position]) -> Double { Geodesic.area(of: Geometry.Polygon(rings: [ring + ring.prefix(1)])) }
            let whole = area(corners)
            let parts = area([corners[0], middle, corners[2]]) + area([middle, corners[1], corners[2]])
            #expect(abs(whole - parts) < 1 + whole * 1e-12, "\(corners)")
        }
    }
}
