import CairnGeo
import CairnTesting
import Foundation
import Testing

struct GeodesicEllipseTests {
    private let middle = Position(x: 179.9, y: 50)

    @Test func `each vertex is where the ellipse is, whichever axis is longer`() {
        for (first, second) in [(30_000.0, 10_000.0), (10_000, 30_000)] {
            let ellipse = GeodesicEllipse(center: middle, semiAxis1: first, semiAxis2: second, axisDirection: 30, vertexCount: 72)
            let ring = ellipse.ring
            #expect(ring.count == 73 && ring.first == ring.last)
            for vertex in ring {
                let line = Geodesic.segment(from: middle, to: vertex)
                let angle = (line.azimuth - 30) * .pi / 180
                let (along, across) = (line.length * cos(angle) / 30_000, line.length * sin(angle) / 10_000)
                #expect(abs(along * along + across * across - 1) < 1e-9 && abs(vertex.x - middle.x) < 180)
            }
        }
    }

    @Test func `a sector begins and ends in the middle, and turns so far`() {
        let ellipse = GeodesicEllipse(center: middle, semiAxis1: 5000, semiAxis2: 5000, vertexCount: 10)
        let sector = ellipse.sector(from: 40, angle: 90)
        #expect(sector.count == 13 && sector.first == middle && sector.last == middle)
        #expect(abs(Geodesic.segment(from: middle, to: sector[1]).azimuth - 40) < 1e-6)
        #expect(abs(Geodesic.segment(from: middle, to: sector[11]).azimuth - 130) < 1e-6)
        #expect(sector.dropFirst().dropLast().allSatisfy { abs(Geodesic.distance(from: middle, to: $0) - 5000) < 1e-6 })
    }

    @Test func `segments are as short as asked for, as far as vertices suffice`() {
        var ellipse = GeodesicEllipse(
            center: middle, semiAxis1: 5000, semiAxis2: 4000, vertexCount: 1000, maximumSegmentLength: 100)
        let steps = zip(ellipse.ring, ellipse.ring.dropFirst()).map { Geodesic.distance(from: $0.0, to: $0.1) }
        #expect((steps.max() ?? 0) <= 110 && steps.count < 330)
        ellipse.vertexCount = 20
        #expect(ellipse.ring.count == 21)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 0, 1e300]) func `what makes no sense has no vertices, and never too many`(
        number: Double
    ) {
        #expect(GeodesicEllipse(center: middle, semiAxis1: number, semiAxis2: 10).ring.isEmpty)
        #expect(GeodesicEllipse(center: Position(x: 0, y: number), semiAxis1: 10, semiAxis2: 10).ring.count <= 101)
        let small = GeodesicEllipse(center: middle, semiAxis1: 10, semiAxis2: 10, vertexCount: .min, maximumSegmentLength: number)
        #expect(small.ring.count == 4 && small.sector(from: number, angle: number).count <= 6)
    }

    @Test(arguments: [89.9, 89.2, -89.5]) func `an ellipse around a pole holds it, and has its area, and so have sectors`(
        latitude: Double
    ) {
        let middle = Position(x: 10, y: latitude)
        let ellipse = GeodesicEllipse(center: middle, semiAxis1: 100_000, semiAxis2: 100_000, vertexCount: 720)
        let circle = Double.pi * 1e10
        #expect(abs(Geodesic.area(of: ellipse.area(of: ellipse.ring)) / circle - 1) < 1e-3)
        for angle in [90.0, -90, 250] {
            let area = Geodesic.area(of: ellipse.area(of: ellipse.sector(from: 40, angle: angle)))
            #expect(abs(area / (circle * abs(angle) / 360) - 1) < 2e-3, "\(angle)")
        }
    }
}
