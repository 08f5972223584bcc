import AGSCompat
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AGSGeometryEngineTests {
    private typealias Engine = AGSGeometryEngine

    private let square = AGSPolygon(points: [(0, 0), (0, 3), (3, 3), (3, 0)].map { AGSPointMakeWGS84($0.1, $0.0) })
    private let utm = AGSPoint(x: 5e5, y: 5e6, spatialReference: AGSSpatialReference(wkid: 32633))

    private func line(_ places: [(Double, Double)]) -> AGSPolyline {
        AGSPolyline(points: places.map { AGSPointMakeWGS84($0.1, $0.0) })
    }

    @Test func `a distance has its unit, and azimuths theirs, the second back from the second place`() throws {
        let (paris, york) = (AGSPointMakeWGS84(48.8566, 2.3522), AGSPointMakeWGS84(40.7128, -74.006))
        let result = try #require(
            Engine.geodeticDistanceBetweenPoint1(
                york, point2: paris, distanceUnit: .kilometers(), azimuthUnit: .degrees(), curveType: .geodesic))
        #expect(abs(result.distance - 5852.935) < 0.01 && result.distanceUnit == .kilometers())
        let back = try #require(
            Engine.geodeticDistanceBetweenPoint1(
                paris, point2: york, distanceUnit: .miles(), azimuthUnit: .degrees(), curveType: .greatElliptic))
        #expect(abs(back.azimuth1 - result.azimuth2) < 1e-9 && abs(back.azimuth2 - result.azimuth1) < 1e-9)
        let grads = try #require(AGSAngularUnit(unitID: .grads))
        let there = Engine.geodeticMove(
            [york], distance: result.distance, distanceUnit: .kilometers(), azimuth: result.azimuth1 / 0.9, azimuthUnit: grads,
            curveType: .geodesic)
        #expect(there?.first?.isEqual(to: paris, tolerance: 1e-9) == true)
        #expect(
            Engine.geodeticDistanceBetweenPoint1(
                york, point2: paris, distanceUnit: .meters(), azimuthUnit: .degrees(), curveType: .shapePreserving) == nil)
    }

    @Test func `a line of one azimuth is longer, and has the same azimuth all along`() throws {
        let (here, there) = (AGSPointMakeWGS84(60, 0), AGSPointMakeWGS84(60, 90))
        let result = try #require(
            Engine.geodeticDistanceBetweenPoint1(
                here, point2: there, distanceUnit: .meters(), azimuthUnit: .degrees(), curveType: .loxodrome))
        #expect(abs(result.distance - Self.parallel) < 1e-6 && result.azimuth1 == 90 && result.azimuth2 == 270)
        let moved = Engine.geodeticMove(
            [here], distance: result.distance, distanceUnit: .meters(), azimuth: 90, azimuthUnit: .degrees(),
            curveType: .loxodrome)
        #expect(moved?.first?.isEqual(to: there, tolerance: 1e-9) == true)
        let way = line([(0, 60), (90, 60)])
        let dense = Engine.geodeticDensifyGeometry(way, maxSegmentLength: 100, lengthUnit: .kilometers(), curveType: .loxodrome)
        #expect(dense.map { abs($0.extent.yMin - 60) < 1e-9 && abs($0.extent.yMax - 60) < 1e-9 } == true)
        #expect(abs(Engine.geodeticLength(of: way, lengthUnit: .meters(), curveType: .loxodrome) - Self.parallel) < 50)
    }

    /// A quarter of the parallel of 60 degrees.
    private static let parallel = 6_378_137 * Double.pi / 4 / (1 - 0.00669437999014 * 0.75).squareRoot()

    @Test func `lengths and areas on the ground are the same in Web Mercator`() throws {
        let mercator = try #require(Engine.projectGeometry(square, to: .webMercator()))
        for geometry in [square, mercator] {
            let area = Engine.geodeticArea(of: geometry, areaUnit: .squareKilometers(), curveType: .geodesic)
            #expect(abs(area - 110_757.796376) < 1e-3)
            let length = Engine.geodeticLength(of: geometry, lengthUnit: .meters(), curveType: .geodesic)
            #expect(abs(length - 1_331_024) < 500)
        }
        let parallel = line([(0, 60), (90, 60)])
        let straight = Engine.geodeticLength(of: parallel, lengthUnit: .meters(), curveType: .shapePreserving)
        #expect(abs(straight - Self.parallel) < 50)
        #expect(Engine.geodeticLength(of: parallel, lengthUnit: .meters(), curveType: .geodesic) < straight)
        #expect(Engine.geodeticArea(of: utm, areaUnit: .squareMiles(), curveType: .geodesic).isNaN)
    }

    @Test func `a rectangle over 180 degrees is two areas, and one that was moved round comes back`() {
        let pacific = AGSEnvelope(xMin: 170, yMin: -1, xMax: 190, yMax: 1, spatialReference: .wgs84())
        let moved = AGSEnvelope(xMin: 370, yMin: -1, xMax: 380, yMax: 1, spatialReference: .wgs84())
        #if os(Linux) || os(macOS)
            #expect((Engine.normalizeCentralMeridian(of: pacific) as? AGSPolygon)?.parts.count == 2)
        #endif
        #expect((Engine.normalizeCentralMeridian(of: moved) as? AGSEnvelope)?.xMin == 10)
        #expect((Engine.normalizeCentralMeridian(of: AGSPointMakeWGS84(5, 190)) as? AGSPoint)?.x == -170)
        #expect(Engine.normalizeCentralMeridian(of: utm) == utm)
        #expect(Engine.normalizeCentralMeridian(of: AGSPointMakeWGS84(5, .infinity)) == nil)
    }

    @Test func `heights and measures are set and taken away, of rectangles too`() {
        let point = AGSPoint(x: 1, y: 2, z: 3, m: 4, spatialReference: .wgs84())
        #expect((Engine.geometry(bySettingZ: 9, in: point) as? AGSPoint)?.z == 9)
        #expect(Engine.geometryByRemovingZ(from: point) == AGSPoint(x: 1, y: 2, m: 4, spatialReference: .wgs84()))
        #expect(Engine.geometryByRemovingM(from: point) == AGSPoint(x: 1, y: 2, z: 3, spatialReference: .wgs84()))
        #expect(Engine.geometryByRemovingZAndM(from: point) == AGSPointMakeWGS84(2, 1))
        let high = Engine.geometry(bySettingZ: 9, in: AGSEnvelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: nil))
        #expect((high as? AGSEnvelope)?.zMax == 9 && high.flatMap(Engine.geometryByRemovingZ(from:))?.hasZ == false)
    }

    @Test func `what is near, and where along a line, is told in its coordinates`() throws {
        let place = try #require(Engine.projectGeometry(AGSPointMakeWGS84(1, 4), to: .webMercator()) as? AGSPoint)
        let nearest = try #require(Engine.nearestCoordinate(in: square, to: place))
        #expect(abs(nearest.distance - 1) < 1e-9 && nearest.point.isEqual(to: AGSPointMakeWGS84(1, 3), tolerance: 1e-9))
        let vertex = try #require(Engine.nearestVertex(in: square, to: place))
        #expect(vertex.pointIndex == 3 && vertex.partIndex == 0 && vertex.point == AGSPointMakeWGS84(0, 3))
        let way = line([(0, 0), (8, 0)])
        #expect(abs(Engine.fraction(alongLine: way, to: place, tolerance: 2) - 0.5) < 1e-9)
        #expect(Engine.fraction(alongLine: way, to: place, tolerance: 0.5).isNaN)
        #expect(Engine.point(along: way, distance: 2) == AGSPointMakeWGS84(0, 2))
        #expect(Engine.nearestVertex(in: square, to: utm) == nil && Engine.fraction(alongLine: way, to: utm, tolerance: -1).isNaN)
        #expect(Engine.length(of: square) == 12 && Engine.area(of: square) == 9)
    }

    @Test func `extents are combined in the coordinates of the first`() {
        let far = AGSPoint(x: 20_037_508.342789244, y: 0, spatialReference: .webMercator())
        let extent = Engine.combineExtents(ofGeometries: [AGSPolyline(points: []), square, far])
        #expect(extent.map { abs($0.xMax - 180) < 1e-9 } == true && extent?.spatialReference == .wgs84())
        #expect(Engine.combineExtents(ofGeometries: []) == nil && Engine.combineExtents(of: square, and: utm) == nil)
    }

    @Test func `an ellipse and a sector are as wide as their axes`() throws {
        let parameters = AGSGeodesicEllipseParameters(
            center: AGSPointMakeWGS84(50, 8), semiAxis1Length: 2, semiAxis2Length: 1)
        parameters.linearUnit = .kilometers()
        parameters.axisDirection = 90
        let ellipse = try #require(Engine.geodesicEllipse(with: parameters) as? AGSPolygon)
        let area = Engine.geodeticArea(of: ellipse, areaUnit: .squareKilometers(), curveType: .geodesic)
        #expect(abs(area - 2 * .pi) < 0.01 && ellipse.extent.width > ellipse.extent.height)
        let sector = AGSGeodesicSectorParameters(
            center: AGSPointMakeWGS84(50, 8), semiAxis1Length: 1000, semiAxis2Length: 1000, sectorAngle: 90, startDirection: 0)
        let quarter = try #require(Engine.geodesicSector(with: sector))
        #expect(abs(Engine.geodeticArea(of: quarter, areaUnit: .squareMeters(), curveType: .geodesic) - .pi * 250_000) < 200)
        #expect(Engine.area(of: quarter) > 0)
        sector.geometryType = .polyline
        #expect(Engine.geodesicSector(with: sector) is AGSPolyline)
        sector.geometryType = .envelope
        #expect(Engine.geodesicSector(with: sector) == nil)
        #expect(Engine.geodesicEllipse(with: AGSGeodesicEllipseParameters()) == nil)
    }

    @Test func `parts that come to nothing are left out when they are to be`() {
        let builder = AGSPolylineBuilder(polyline: line([(0, 0), (5, 0.01), (10, 0)]))
        builder.addPart(with: [AGSPointMakeWGS84(0, 0), AGSPointMakeWGS84(0.05, 0)])
        let (all, large) = (
            Engine.generalizeGeometry(builder.toGeometry(), maxDeviation: 0.1, removeDegenerateParts: false) as? AGSPolyline,
            Engine.generalizeGeometry(builder.toGeometry(), maxDeviation: 0.1, removeDegenerateParts: true) as? AGSPolyline
        )
        #expect(all?.parts.map(\.pointCount) == [2, 2] && large?.parts.map(\.pointCount) == [2])
        #expect(Engine.generalizeGeometry(square, maxDeviation: -1, removeDegenerateParts: true) == nil)
    }

    #if os(Linux) || os(macOS)
        @Test func `relations are told across coordinates, and of others none`() throws {
            let mercator = try #require(Engine.projectGeometry(AGSPointMakeWGS84(1, 1), to: .webMercator()))
            #expect(Engine.geometry(square, contains: mercator) && Engine.geometry(mercator, within: square))
            #expect(Engine.geometry(square, intersects: mercator) && !Engine.geometry(square, disjointTo: mercator))
            #expect(Engine.geometry(square, crossesGeometry: line([(-1, 1), (5, 1)])))
            #expect(Engine.geometry(square, touchesGeometry: AGSPointMakeWGS84(0, 0)))
            let shifted = AGSEnvelope(xMin: 1, yMin: 1, xMax: 5, yMax: 5, spatialReference: .wgs84())
            #expect(Engine.geometry(square, overlapsGeometry: shifted) && Engine.geometry(square, equals: square))
            #expect(Engine.geometry(square, relatesTo: mercator, byRelation: "T*****FF*"))
            #expect(!Engine.geometry(square, relatesTo: mercator, byRelation: "nonsense"))
            #expect(!Engine.geometry(square, intersects: utm) && !Engine.geometry(square, disjointTo: utm))
        }

        @Test func `areas are joined, cut out of each other, and clipped`() throws {
            let box = AGSEnvelope(xMin: 2, yMin: 0, xMax: 5, yMax: 3, spatialReference: .wgs84())
            #expect(Engine.union(ofGeometry1: square, geometry2: box).map(Engine.area(of:)) == 15)
            #expect(Engine.unionGeometries([square, box, square]).map(Engine.area(of:)) == 15)
            #expect(Engine.intersection(ofGeometry1: square, geometry2: box).map(Engine.area(of:)) == 3)
            #expect(Engine.difference(ofGeometry1: square, geometry2: box).map(Engine.area(of:)) == 6)
            #expect(Engine.symmetricDifference(ofGeometry1: square, geometry2: box).map(Engine.area(of:)) == 12)
            #expect(Engine.clipGeometry(square, with: box).map(Engine.area(of:)) == 3)
            let beside = AGSEnvelope(xMin: 3, yMin: 0, xMax: 5, yMax: 3, spatialReference: .wgs84())
            #expect((Engine.clipGeometry(square, with: beside) as? AGSPolygon)?.isEmpty == true)
            #expect(Engine.intersections(ofGeometry1: square, geometry2: beside)?.map(\.geometryType) == [.polyline])
            #expect(Engine.cut(square, withCutter: line([(1, -1), (1, 9)]))?.map(Engine.area(of:)) == [3, 6])
            #expect(Engine.cut(square, withCutter: line([(9, -1), (9, 9)])) == [])
            #expect(Engine.unionGeometries([]) == nil && Engine.unionGeometries([square, utm]) == nil)
            #expect(Engine.union(ofGeometry1: square, geometry2: utm) == nil)
        }

        @Test func `buffers have their distances, joined or each by itself`() throws {
            let points = [AGSPointMakeWGS84(0, 0), AGSPointMakeWGS84(0, 1)]
            let each = try #require(Engine.bufferGeometries(points, distances: [1, 2], unionResults: false))
            #expect(
                each.count == 2 && abs(Engine.area(of: each[0]) - .pi) < 0.01 && abs(Engine.area(of: each[1]) - 4 * .pi) < 0.04)
            let one = try #require(Engine.bufferGeometries(points, distances: [1], unionResults: true))
            #expect(one.count == 1 && Engine.area(of: one[0]) < 2 * .pi && Engine.area(of: one[0]) > .pi)
            #expect(Engine.bufferGeometries(points, distances: [], unionResults: true) == nil)
            let ground = try #require(
                Engine.geodeticBufferGeometry(
                    points[0], distance: 1, distanceUnit: .kilometers(), maxDeviation: .nan, curveType: .geodesic))
            let area = Engine.geodeticArea(of: ground, areaUnit: .squareKilometers(), curveType: .geodesic)
            #expect(abs(area - .pi) < 0.01)
            let all = Engine.geodeticBufferGeometries(
                points, distances: [1], distanceUnit: .kilometers(), maxDeviation: 1, curveType: .geodesic, unionResults: false)
            #expect(all?.count == 2)
            #expect(
                Engine.geodeticBufferGeometry(
                    utm, distance: 1, distanceUnit: .meters(), maxDeviation: 1, curveType: .geodesic) == nil)
        }

        @Test func `hulls, boundaries, distances and what is simple`() throws {
            let hull = try #require(
                Engine.convexHull(for: AGSMultipoint(points: square.parts[0].points.array() + [AGSPointMakeWGS84(1, 1)])))
            #expect(Engine.area(of: hull) == 9)
            let box = AGSEnvelope(xMin: 5, yMin: 0, xMax: 6, yMax: 3, spatialReference: .wgs84())
            #expect(Engine.convexHull(forGeometries: [square, box], mergeInputs: true)?.map(Engine.area(of:)) == [18])
            #expect(Engine.convexHull(forGeometries: [square, box], mergeInputs: false)?.map(Engine.area(of:)) == [9, 3])
            #expect(Engine.convexHull(forGeometries: [], mergeInputs: true) == [])
            #expect(Engine.distanceBetweenGeometry1(square, geometry2: box) == 2)
            #expect(Engine.distanceBetweenGeometry1(square, geometry2: utm).isNaN)
            #expect(
                Engine.boundary(of: square).map(Engine.length(of:)) == 12 && Engine.boundary(of: AGSPointMakeWGS84(0, 0)) == nil)
            #expect(Engine.labelPoint(for: square).map { Engine.geometry(square, contains: $0) } == true)
            let bow = AGSPolygon(points: [(0, 0), (2, 2), (2, 0), (0, 2)].map { AGSPointMakeWGS84($0.1, $0.0) })
            #expect(Engine.isSimple(square) && !Engine.isSimple(bow))
            let simple = try #require(Engine.simplifyGeometry(bow))
            #expect(Engine.isSimple(simple) && Engine.area(of: simple) == 2)
        }
    #endif

    static let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude, -1]

    @Test(arguments: numbers) func `no number makes it trap`(number: Double) {
        let shapes: [AGSGeometry] = [
            AGSPoint(x: number, y: 1, spatialReference: .wgs84()), line([(0, 0), (number, number)]),
            AGSPolygon(points: [(0, 0), (number, 2), (2, number)].map { AGSPointMakeWGS84($0.1, $0.0) }),
            AGSEnvelope(xMin: 0, yMin: number, zMin: number, xMax: number, yMax: 1, zMax: 3, spatialReference: .wgs84()), square,
        ]
        for shape in shapes {
            _ = (
                Engine.normalizeCentralMeridian(of: shape), Engine.projectGeometry(shape, to: .webMercator()),
                Engine.area(of: shape)
            )
            _ = Engine.geodeticDensifyGeometry(
                shape, maxSegmentLength: max(number, 1e5), lengthUnit: .meters(), curveType: .shapePreserving)
            _ = (Engine.densifyGeometry(shape, maxSegmentLength: number), Engine.combineExtents(of: shape, and: square))
            _ = (
                shape.extent.center, shape.toBuilder().extent, try? shape.toJSON(), shape.isEqual(to: square, tolerance: number)
            )
            _ = Engine.geometry(bySettingZ: number, in: shape)
            let point = shape as? AGSPoint ?? AGSPointMakeWGS84(number, 0)
            _ = (Engine.nearestCoordinate(in: shape, to: point), Engine.nearestVertex(in: shape, to: point))
            _ = Engine.geodeticMove(
                [point], distance: number, distanceUnit: .miles(), azimuth: number, azimuthUnit: .degrees(), curveType: .geodesic)
            #if os(Linux) || os(macOS)
                _ = (
                    Engine.bufferGeometry(shape, byDistance: number),
                    Engine.clipGeometry(shape, with: square.extent)
                )
                _ = (
                    Engine.isSimple(shape), Engine.simplifyGeometry(shape),
                    Engine.cut(shape, withCutter: line([(1, number), (1, 9)]))
                )
            #endif
        }
    }
}
