#if os(Linux) || os(macOS)
    import CairnGeo
    import CairnTesting
    import Foundation
    import Testing

    struct GeodesicBufferTests {
        private func line(_ places: [(Double, Double)]) -> Geometry {
            .polyline(Polyline(paths: [places.map { Position(x: $0.0, y: $0.1) }], spatialReference: .wgs84))
        }

        private func point(_ x: Double, _ y: Double) -> Geometry { .point(MapPoint(latitude: y, longitude: x)) }

        private let square = Geometry.polygon(
            Geometry.Polygon(
                rings: [[(0, 0), (0, 3), (3, 3), (3, 0), (0, 0)].map { Position(x: $0.0, y: $0.1) }], spatialReference: .wgs84))

        static let shapes: [([(Double, Double)], Double)] = [
            ([(0, 0)], 1000), ([(179.999, 10)], 100_000), ([(10, 89.9)], 50_000), ([(30, 89.1)], 99_000),
            ([(10, -85)], 3_000_000),
            ([(10, 20)], 8_000_000), ([(10, 20)], 12_000_000), ([(-120, -20)], 19_000_000), ([(10, 20)], 1e8),
            ([(5, 90)], 10_000),
            ([(0, 0), (1, 1), (2, 0)], 10_000), ([(-74, 40), (2, 48)], 100_000), ([(150, 40), (-120, 50)], 500_000),
            ([(0, 80), (170, 85)], 300_000), ([(0, 80), (170, 85)], 6_000_000), ([(0, 88), (100, 89)], 100_000),
            ([(0, -60), (100, -65)], 50_000),
        ]

        @Test(arguments: shapes) func `what is within the distance is in the area, and nothing else is`(
            places: [(Double, Double)], distance: Double
        ) throws {
            var random = SeededGenerator(seed: 111)
            let shape = places.count == 1 ? point(places[0].0, places[0].1) : line(places)
            let buffer = try shape.geodesicallyBuffered(by: distance)
            #expect(try buffer.isValid && buffer.spatialReference == .wgs84)
            let extent = try #require(buffer.extent)
            #expect(extent.xMin >= -180 && extent.xMax <= 180 && extent.yMin >= -90 && extent.yMax <= 90)
            let places = try shape.geodesicallyDensified(maximumSegmentLength: distance / 20).positions
            for _ in 0..<50 {
                let azimuth = Double.random(in: 0...360, using: &random)
                let away = Double.random(in: 0...1.3, using: &random) * min(distance, 20_000_000)
                let place = Geodesic.position(
                    from: places.randomElement(using: &random) ?? places[0], azimuth: azimuth, distance: away)
                let nearest = places.reduce(Double.infinity) { min($0, Geodesic.distance(from: $1, to: place)) }
                if abs(nearest - distance) < distance * 0.004 { continue }
                let isWithin = try buffer.contains(.point(MapPoint(place, spatialReference: .wgs84)))
                #expect(isWithin == (nearest < distance), "\(place) at \(nearest)")
            }
        }

        @Test func `a track of many thousand places has a buffer, as a coarser one of it has`() throws {
            func track(_ count: Int) -> Geometry {
                line((0...count).map { (8 + 2 * Double($0) / Double(count), 50 + 0.2 * sin(20 * Double($0) / Double(count))) })
            }
            let (fine, coarse) = (track(6000), track(600))
            let (area, peer) = (try fine.geodesicallyBuffered(by: 5000), try coarse.geodesicallyBuffered(by: 5000))
            #expect(try area.isValid && abs(area.geodesicArea() / peer.geodesicArea() - 1) < 1e-3)
            var random = SeededGenerator(seed: 114)
            for _ in 0..<50 {
                let place = Geodesic.position(
                    from: fine.positions.randomElement(using: &random) ?? Position(x: 8, y: 50),
                    azimuth: .random(in: 0...360, using: &random), distance: 4900)
                #expect(try area.contains(.point(MapPoint(place, spatialReference: .wgs84))))
            }
        }

        @Test func `a boundary deviates no more than it may`() throws {
            for deviation in [1.0, 100, 10_000] {
                let disk = try point(8, 50).geodesicallyBuffered(by: 100_000, maximumDeviation: deviation)
                for vertex in disk.positions {
                    #expect(abs(Geodesic.distance(from: Position(x: 8, y: 50), to: vertex) - 100_000) < 1e-3)
                }
                let dense = try disk.densified(maximumSegmentLength: 0.01)
                let least = dense.positions.map { Geodesic.distance(from: Position(x: 8, y: 50), to: $0) }.min() ?? 0
                #expect(least > 100_000 - 2 * deviation)
            }
        }

        @Test func `areas grow and shrink by what is near their boundary`() throws {
            let (grown, shrunk) = (
                try square.geodesicallyBuffered(by: 10_000), try square.geodesicallyBuffered(by: -10_000)
            )
            #expect(try grown.contains(square) && square.contains(shrunk))
            let (area, around, edge) = (try square.geodesicArea(), try grown.geodesicArea(), try square.geodesicLength())
            // A strip along the boundary, and circles at its corners.
            #expect(abs(around - area - edge * 10_000 - .pi * 1e8) < around * 1e-4)
            #expect(abs(area - (try shrunk.geodesicArea()) - edge * 10_000 + 4e8) < area * 1e-4)
            #expect(try square.geodesicallyBuffered(by: -400_000).positions.isEmpty)
            #expect(try square.geodesicallyBuffered(by: 0) == square)
        }

        @Test(arguments: [(50_000.0, 89.9), (3_000_000, -85), (8_000_000, 20), (12_000_000, 20), (19_000_000, -20), (1e8, 0)])
        func `a disk around a pole has its area, however large`(radius: Double, latitude: Double) throws {
            let area = try point(10, latitude).geodesicallyBuffered(by: radius).geodesicArea()
            let sphere = 510_065_621_724_088.44 / 2 * (1 - cos(min(radius / 6_371_007, .pi)))
            #expect(abs(area - sphere) < sphere * 0.005)
        }

        @Test func `in Web Mercator it is that of degrees`() throws {
            let way = line([(10, 60), (11, 61)])
            let degrees = try way.geodesicallyBuffered(by: 20_000).projected(to: .webMercator)
            let mercator = try way.projected(to: .webMercator).geodesicallyBuffered(by: 20_000)
            #expect(mercator.spatialReference == .webMercator)
            #expect(try degrees.symmetricDifference(mercator).planarArea < degrees.planarArea * 1e-6)
        }

        @Test func `of nothing, and of no distance, there is none`() throws {
            let empty = Geometry.polyline(Polyline(paths: [], spatialReference: .wgs84))
            for buffer in [
                try empty.geodesicallyBuffered(by: 1000), try point(1, 2).geodesicallyBuffered(by: 0),
                try line([(0, 0), (1, 1)]).geodesicallyBuffered(by: -5), try point(1, 2).geodesicallyBuffered(by: 1e-9),
            ] {
                #expect(buffer == .polygon(Geometry.Polygon(rings: [], spatialReference: .wgs84)))
            }
        }

        @Test func `what would take too much is refused, and so is what is no number`() {
            let way = Geometry.multipoint(
                Multipoint(points: (0..<300_000).map { Position(x: Double($0) / 1000, y: 0) }, spatialReference: .wgs84))
            #expect(throws: GeometryError.tooManyVertices(limit: 20_000_000)) { try way.geodesicallyBuffered(by: 1000) }
            for distance in [Double.nan, .infinity, -.infinity] {
                #expect(throws: GeometryError.self) { try square.geodesicallyBuffered(by: distance) }
            }
            #expect(throws: GeometryError.self) { try line([(0, 0), (.nan, 1)]).geodesicallyBuffered(by: 10) }
            #expect(throws: GeometryError.self) { try Geometry.point(MapPoint(x: 1, y: 2)).geodesicallyBuffered(by: 10) }
        }

        @Test(arguments: [Double.leastNonzeroMagnitude, 1e-5, 1e4, 1e7, 1e300])
        func `any distance and any deviation come to an end`(number: Double) {
            for shape in [point(0, 0), point(0, 90), point(1e99, -91), line([(0, 0), (0, 0)]), line([(-180, 90), (180, -90)])] {
                for deviation in [Double.nan, 0, -1, .leastNonzeroMagnitude, 1, 1e300] {
                    _ = try? shape.geodesicallyBuffered(by: number, maximumDeviation: max(deviation, number / 100))
                }
            }
        }
    }
#endif
