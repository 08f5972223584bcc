#if os(Linux) || os(macOS)
    import CairnGeo
    import CairnTesting
    import Foundation
    import Testing

    struct CentralMeridianTests {
        private func moved(_ shape: Geometry, _ x: Double, _ scale: Double, _ reference: SpatialReference) -> Geometry {
            shape.mapPositions(reference) { Position(x: x + $0.x * scale, y: $0.y * scale / 4) }
        }

        @Test(arguments: [(SpatialReference.wgs84, 360.0), (.webMercator, 2 * .pi * WebMercator.radius)])
        func `what goes on comes back, and covers the same`(reference: SpatialReference, width: Double) throws {
            var random = RandomShape(seed: 91)
            for _ in 0..<300 {
                let scale = Double.random(in: 0.001...0.02, using: &random.generator) * width
                let x = Double.random(in: -2...2, using: &random.generator) * width
                let shape = moved(Bool.random(using: &random.generator) ? random.star() : random.next(), x, scale, reference)
                let normal = try shape.normalizedAtCentralMeridian()
                let extent = try #require(normal.extent)
                #expect(extent.xMin >= -width / 2 && extent.xMax <= width / 2)
                #expect(abs(normal.planarArea - shape.planarArea) < 1e-9 * max(1, shape.planarArea))
                #expect(shape.planarArea > 0 || abs(normal.planarLength - shape.planarLength) < 1e-9 * max(1, shape.planarLength))
                #expect(try normal.normalizedAtCentralMeridian() == normal)
                for _ in 0..<5 where shape.planarArea > 0 {
                    let box = try #require(shape.extent)
                    let place = Position(
                        x: .random(in: box.xMin...box.xMax, using: &random.generator),
                        y: .random(in: box.yMin...box.yMax, using: &random.generator))
                    let there = Geometry.point(MapPoint(place, spatialReference: reference))
                    #expect(try shape.contains(there) == normal.contains(there.normalizedAtCentralMeridian()))
                }
            }
        }

        @Test func `a line is cut where it passes 180 degrees, and with its heights`() throws {
            let path = [(170.0, 0.0), (190, 20), (180, 30), (180, 40), (170, 50)].map { Position(x: $0.0, y: $0.1, z: $0.0) }
            let line = Geometry.polyline(Polyline(paths: [path], spatialReference: .wgs84))
            guard case .polyline(let cut) = try line.normalizedAtCentralMeridian() else { return #expect(Bool(false)) }
            #expect(cut.paths.map { $0.map(\.x) } == [[170, 180], [-180, -170, -180, -180], [180, 170]])
            #expect(cut.paths.joined().map(\.z) == [170, 180, 180, 190, 180, 180, 180, 170])
            #expect(cut.paths[0][1].y == 10 && cut.spatialReference == .wgs84)
        }

        @Test func `places come back, boxes too, as areas where they are cut`() throws {
            let places = [-180.0, 180, 181, 540, -541].map { Position(x: $0, y: 1) }
            let points = Geometry.multipoint(Multipoint(points: places, spatialReference: .wgs84))
            #expect(try points.normalizedAtCentralMeridian().positions.map(\.x) == [-180, 180, -179, -180, 179])
            func box(_ xMin: Double, _ xMax: Double) -> Geometry {
                .envelope(Envelope(xMin: xMin, yMin: 0, xMax: xMax, yMax: 2, spatialReference: .wgs84))
            }
            #expect(try box(370, 380).normalizedAtCentralMeridian() == box(10, 20))
            #expect(try box(-180, 180).normalizedAtCentralMeridian() == box(-180, 180))
            guard case .polygon(let halves) = try box(170, 190).normalizedAtCentralMeridian() else { return #expect(Bool(false)) }
            #expect(halves.rings.count == 2)
            let wide = try box(-400, 400).normalizedAtCentralMeridian()
            #expect(
                wide.planarArea == 720
                    && wide.extent == Envelope(xMin: -180, yMin: 0, xMax: 180, yMax: 2, spatialReference: .wgs84))
        }

        @Test func `other coordinates, and what is empty, stay as they are`() throws {
            let utm = Geometry.point(MapPoint(x: 5e6, y: 0, spatialReference: SpatialReference(wkid: 32633)))
            #expect(try utm.normalizedAtCentralMeridian() == utm)
            let empty = Geometry.polyline(Polyline(paths: [], spatialReference: .wgs84))
            #expect(try empty.normalizedAtCentralMeridian() == empty)
        }

        @Test(arguments: [Double.infinity, 1e300, 1e100, 1e9])
        func `what goes round too often is refused`(x: Double) {
            let places = [Position(x: 0, y: 0), Position(x: x, y: 1)]
            for geometry in [
                Geometry.polyline(Polyline(paths: [places], spatialReference: .wgs84)),
                .multipoint(Multipoint(points: places, spatialReference: .wgs84)),
                .polygon(Geometry.Polygon(rings: [places + [Position(x: 1, y: 0), places[0]]], spatialReference: .wgs84)),
                .envelope(Envelope(xMin: 0, yMin: 0, xMax: x, yMax: 1, spatialReference: .wgs84)),
            ] {
                #expect(throws: GeometryError.self) { try geometry.normalizedAtCentralMeridian() }
            }
        }
    }
#endif
