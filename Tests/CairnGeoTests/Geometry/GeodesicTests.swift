import CairnGeo
import Testing

struct GeodesicTests {
    /// Computed with GeographicLib: from, to, metres.
    static let lines: [((Double, Double), (Double, Double), Double)] = [
        ((0, 0), (1, 0), 111319.49079327358),
        ((0, 0), (0, 1), 110574.38855779878),
        ((-74.0060, 40.7128), (2.3522, 48.8566), 5852935.29),
        ((0, 0), (180, 90), 10001965.729),
        ((0, -90), (0, 90), 20003931.4586),
    ]

    @Test(arguments: lines)
    func `distances agree with the reference`(line: ((Double, Double), (Double, Double), Double)) {
        let (from, to) = (Position(x: line.0.0, y: line.0.1), Position(x: line.1.0, y: line.1.1))
        #expect(abs(Geodesic.distance(from: from, to: to) - line.2) < 60)
        #expect(abs(Geodesic.distance(from: to, to: from) - Geodesic.distance(from: from, to: to)) < 1e-6)
    }

    @Test func `nearly antipodal places have a distance`() {
        // Karney 2013, table 4: latitude -30 to 29.9, longitude 179.8.
        let distance = Geodesic.distance(from: Position(x: 0, y: -30), to: Position(x: 179.8, y: 29.9))
        #expect(abs(distance - 19989832.827610) < 0.01)
    }

    @Test func `exact antipodes on the equator go over a pole`() {
        let distance = Geodesic.distance(from: Position(x: 0, y: 0), to: Position(x: 180, y: 0))
        #expect(abs(distance - 20003931.4586) < 0.01)
    }

    @Test func `a place is at no distance from itself, also across the date line`() {
        #expect(Geodesic.distance(from: Position(x: 5, y: 5), to: Position(x: 5, y: 5)) == 0)
        let near = Geodesic.distance(from: Position(x: 179.9, y: 0), to: Position(x: -179.9, y: 0))
        #expect(abs(near - 0.2 * 111319.49079327358) < 0.001)
    }

    @Test func `a line is as long as its parts`() {
        let line = Polyline(paths: [
            [Position(x: 0, y: 0), Position(x: 1, y: 0), Position(x: 2, y: 0)], [Position(x: 5, y: 0), Position(x: 6, y: 0)],
        ])
        #expect(abs(Geodesic.length(of: line) - 3 * 111319.49079327358) < 0.001)
    }
}
