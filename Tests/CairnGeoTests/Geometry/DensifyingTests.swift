import CairnGeo
import CairnTesting
import Foundation
import Testing

struct DensifyingTests {
    private func line(_ places: [(Double, Double)], _ reference: SpatialReference? = .wgs84) -> Geometry {
        .polyline(Polyline(paths: [places.map { Position(x: $0.0, y: $0.1) }], spatialReference: reference))
    }

    private func steps(_ geometry: Geometry, _ measure: (Position, Position) -> Double) -> [Double] {
        zip(geometry.positions, geometry.positions.dropFirst()).map { measure($0.0, $0.1) }
    }

    @Test func `no segment is longer than it may, and each vertex stays where it was`() throws {
        var random = RandomShape(seed: 81)
        for _ in 0..<200 {
            let (star, longest) = (random.star(), Double.random(in: 0.05...20, using: &random.generator))
            let dense = try star.densified(maximumSegmentLength: longest)
            #expect(steps(dense) { hypot($1.x - $0.x, $1.y - $0.y) }.allSatisfy { $0 <= longest * (1 + 1e-9) })
            #expect(abs(dense.planarLength - star.planarLength) < 1e-9 && abs(dense.planarArea - star.planarArea) < 1e-9)
            var left = star.positions[...]
            for vertex in dense.positions where vertex == left.first { left.removeFirst() }
            #expect(left.isEmpty && dense.positions.first == dense.positions.last)
        }
    }

    @Test func `heights lie between those of the ends, and a box becomes an area`() throws {
        let path = [Position(x: 0, y: 0, z: 10, m: 1), Position(x: 4, y: 0, z: 30, m: nil)]
        let dense = try Geometry.polyline(Polyline(paths: [path])).densified(maximumSegmentLength: 2)
        #expect(dense.positions == [path[0], Position(x: 2, y: 0, z: 20), path[1]])
        let box = Geometry.envelope(Envelope(xMin: 0, yMin: 0, xMax: 2, yMax: 1))
        #expect(try box.densified(maximumSegmentLength: 1).positions.count == 7)
        let place = Geometry.point(MapPoint(x: 1, y: 2))
        #expect(try place.densified(maximumSegmentLength: 1) == place)
    }

    @Test func `more than a million vertices are refused, and so are lengths that are none`() {
        let long = line([(0, 0), (1e6, 0)], nil)
        #expect(throws: GeometryError.tooManyVertices(limit: 1_000_000)) { try long.densified(maximumSegmentLength: 0.5) }
        #expect(throws: GeometryError.tooManyVertices(limit: 1_000_000)) {
            try long.densified(maximumSegmentLength: .leastNonzeroMagnitude)
        }
        for length in [0, -1, .nan] {
            #expect(throws: GeometryError.self) { try long.densified(maximumSegmentLength: length) }
            #expect(throws: GeometryError.self) {
                try line([(0, 0), (1, 1)]).geodesicallyDensified(maximumSegmentLength: length)
            }
        }
        for place in [(Double.nan, 0), (.infinity, 0), (0, 1e300)] {
            #expect(throws: GeometryError.self) { try line([(0, 0), place]).densified(maximumSegmentLength: 1) }
            #expect(throws: GeometryError.self) { try line([(0, 0), place]).geodesicallyDensified(maximumSegmentLength: 1e5) }
        }
    }

    @Test func `vertices on shortest lines make them no longer, and lie no farther apart than they may`() throws {
        var random = SeededGenerator(seed: 82)
        for _ in 0..<300 {
            let places = (0..<3).map { _ in
                (Double.random(in: -180...180, using: &random), Double.random(in: -89...89, using: &random))
            }
            let (way, longest) = (line(places), Double.random(in: 50_000...3_000_000, using: &random))
            let dense = try way.geodesicallyDensified(maximumSegmentLength: longest)
            #expect(abs(try dense.geodesicLength() - way.geodesicLength()) < 1e-4)
            #expect(steps(dense) { Geodesic.distance(from: $0, to: $1) }.allSatisfy { $0 <= longest + 1e-6 })
            #expect(steps(dense) { abs($1.x - $0.x) }.allSatisfy { $0 <= 180 })
        }
    }

    @Test func `a line over 180 degrees goes on, in Web Mercator too`() throws {
        let dense = try line([(170, 10), (-170, 20)]).geodesicallyDensified(maximumSegmentLength: 500_000)
        #expect(dense.positions.map(\.x) == dense.positions.map(\.x).sorted() && dense.positions.last == Position(x: 190, y: 20))
        let flat = try line([(170, 10), (-170, 20)]).projected(to: .webMercator)
        let mercator = try flat.geodesicallyDensified(maximumSegmentLength: 500_000)
        #expect(mercator.spatialReference == .webMercator && mercator.positions.count == dense.positions.count)
        for (found, place) in zip(mercator.positions, dense.positions) {
            let there = WebMercator.project(place)
            #expect(abs(found.x - there.x) < 1e-3 && abs(found.y - there.y) < 1e-3)
        }
    }

    @Test func `only degrees and Web Mercator have lines on the ground`() {
        let utm = line([(0, 0), (1, 1)], SpatialReference(wkid: 32633))
        #expect(throws: GeometryError.noTransformation(from: SpatialReference(wkid: 32633), to: .wgs84)) {
            try utm.geodesicLength()
        }
        #expect(throws: GeometryError.self) { try line([(0, 0), (1, 1)], nil).geodesicLength() }
    }
}
