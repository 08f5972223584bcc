import CairnGeo
import CairnTesting
import Foundation
import Testing

struct MeasuresTests {
    /// A line that leads east, so that each place of it is there once.
    private func line(_ random: inout SeededGenerator) -> Polyline {
        var x = 0.0
        let path = (0..<Int.random(in: 2...20, using: &random)).map { _ in
            x += .random(in: 0.01...3, using: &random)
            return Position(x: x, y: .random(in: -5...5, using: &random), z: x)
        }
        let cut = path.count / 2
        let isWhole = Bool.random(using: &random) || cut < 2
        return Polyline(paths: isWhole ? [path] : [Array(path[..<cut]), Array(path[(cut - 1)...])])
    }

    @Test func `areas are those of the rings, without holes, whichever way they run`() {
        var random = RandomShape(seed: 71)
        for _ in 0..<200 {
            let (star, shape) = (random.star(), random.next())
            #expect(abs(star.planarArea - star.area) < 1e-9)
            // Mirrored, it runs the other way round.
            #expect(abs(star.mapPositions(nil) { Position(x: -$0.x, y: $0.y) }.planarArea - star.planarArea) < 1e-9)
            guard case .polygon = shape else { continue }
            #expect(shape.planarArea == shape.area)
        }
        let box = Envelope(xMin: 1, yMin: 1, xMax: 3, yMax: 6)
        #expect(Geometry.envelope(box).planarArea == 10 && Geometry.envelope(box).planarLength == 14)
        #expect(Geometry.point(MapPoint(x: 1, y: 2)).planarLength == 0)
        #expect(Geometry.polyline(Polyline(paths: [[Position(x: 0, y: 0), Position(x: 3, y: 4)]])).planarArea == 0)
    }

    @Test func `a place at a distance along a line is found there again`() throws {
        var random = SeededGenerator(seed: 72)
        for _ in 0..<500 {
            let line = line(&random)
            let length = Geometry.polyline(line).planarLength
            let share = Double.random(in: 0...1, using: &random)
            let place = try #require(line.point(atDistance: share * length))
            #expect(abs(try #require(line.fraction(of: place.position, tolerance: 1e-9)) - share) < 1e-9)
            #expect(abs(try #require(place.z) - place.x) < 1e-9)
            #expect(line.point(atDistance: -1)?.position == line.paths[0][0])
            #expect(line.point(atDistance: length + 1)?.position == line.paths.last?.last)
        }
    }

    @Test func `where a place is along a line is told within a tolerance, or of any`() {
        let line = Polyline(paths: [[Position(x: 0, y: 0), Position(x: 8, y: 0)]])
        #expect(line.fraction(of: Position(x: 2, y: 3), tolerance: 3) == 0.25)
        #expect(line.fraction(of: Position(x: 2, y: 3), tolerance: 2.9) == nil && line.fraction(of: Position(x: 9, y: 9)) == 1)
        #expect(
            Polyline(paths: []).fraction(of: Position(x: 2, y: 3)) == nil && Polyline(paths: [[]]).point(atDistance: 1) == nil)
        #expect(line.point(atDistance: .nan) == nil && line.fraction(of: Position(x: .nan, y: 3)) == nil)
    }

    @Test func `the nearest vertex is the nearest of all`() throws {
        var random = RandomShape(seed: 73)
        for _ in 0..<500 {
            let shape = random.star()
            let place = Position(
                x: .random(in: -9...19, using: &random.generator), y: .random(in: -9...19, using: &random.generator))
            let nearest = try #require(shape.nearestVertex(to: place))
            let distances = shape.positions.map { hypot($0.x - place.x, $0.y - place.y) }
            #expect(nearest.distance == distances.min() && nearest.pointIndex == distances.firstIndex(of: nearest.distance))
            #expect(nearest.partIndex == 0 && nearest.point.position == shape.positions[nearest.pointIndex])
        }
        #expect(Geometry.polygon(Geometry.Polygon(rings: [])).nearestVertex(to: Position(x: 0, y: 0)) == nil)
        #expect(
            Geometry.envelope(Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)).nearestVertex(to: Position(x: 2, y: 2))?.distance
                == 2.0.squareRoot())
    }

    #if os(Linux) || os(macOS)
        @Test func `the nearest place of a boundary is as far as GEOS says`() throws {
            var random = RandomShape(seed: 74)
            for _ in 0..<500 {
                let shape = Bool.random(using: &random.generator) ? random.star() : random.next()
                let place = Position(
                    x: .random(in: -9...19, using: &random.generator), y: .random(in: -9...19, using: &random.generator))
                let nearest = try #require(shape.nearestCoordinate(to: place))
                let boundary = shape.planarArea > 0 ? try #require(try shape.boundary()) : shape
                let distance = try #require(try boundary.planarDistance(to: .point(MapPoint(place))))
                #expect(abs(nearest.distance - distance) < 1e-9)
                #expect(abs(hypot(nearest.point.x - place.x, nearest.point.y - place.y) - distance) < 1e-9)
                let isWithin = try shape.contains(.point(MapPoint(place)))
                #expect(try shape.planarDistance(to: .point(MapPoint(place))) == (isWithin ? 0 : distance))
            }
        }

        @Test func `of nothing there is no distance`() throws {
            let (empty, place) = (Geometry.polyline(Polyline(paths: [])), Geometry.point(MapPoint(x: 1, y: 2)))
            #expect(try empty.planarDistance(to: place) == nil && place.planarDistance(to: empty) == nil)
        }

        @Test func `what bounds an area is as long as goes round it, and a line has ends`() throws {
            var random = RandomShape(seed: 75)
            for _ in 0..<200 {
                let star = random.star()
                #expect(abs(try #require(try star.boundary()).planarLength - star.planarLength) < 1e-9)
                let label = Geometry.point(try #require(try star.labelPoint()))
                #expect(try star.contains(label))
            }
            let line = Geometry.polyline(Polyline(paths: [[Position(x: 0, y: 0), Position(x: 3, y: 4)]]))
            #expect(try line.boundary()?.positions.count == 2 && Geometry.point(MapPoint(x: 1, y: 2)).boundary() == nil)
            #expect(try Geometry.polygon(Geometry.Polygon(rings: [])).labelPoint() == nil)
        }

        @Test func `what two have in common is told by dimension`() throws {
            var random = RandomShape(seed: 76)
            for _ in 0..<300 {
                let (first, second) = (random.next(), random.next())
                let all = try first.intersections(with: second)
                #expect(try all.isEmpty == first.isDisjoint(with: second))
                let highest = try first.intersection(second)
                #expect(all.last.map { $0.planarArea == highest.planarArea && $0.planarLength == highest.planarLength } ?? true)
                #expect(Set(all.map(\.type)).count == all.count)
            }
        }

        @Test func `many are joined as one by one`() throws {
            var random = RandomShape(seed: 77)
            for _ in 0..<50 {
                let stars = (0..<6).map { _ in random.star() }
                let all = try #require(try Geometry.union(of: stars))
                let one = try stars.dropFirst().reduce(stars[0]) { try $0.union($1) }
                #expect(abs(all.planarArea - one.planarArea) < 1e-9)
            }
            #expect(try Geometry.union(of: []) == nil)
            let (here, there) = (MapPoint(latitude: 1, longitude: 2), MapPoint(x: 1, y: 2, spatialReference: .webMercator))
            #expect(throws: GeometryError.differentSpatialReferences(.wgs84, .webMercator)) {
                try Geometry.union(of: [.point(here), .point(there)])
            }
        }
    #endif
}
