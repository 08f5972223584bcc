import AGSCompat
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct AGSBuilderTests {
    private func place(_ random: inout SeededGenerator) -> AGSPoint {
        AGSPoint(x: Double(Int.random(in: 0...9, using: &random)), y: 1, spatialReference: .wgs84())
    }

    private func numbers(_ points: some Sequence<AGSPoint>) -> [Double] { points.map(\.x) }

    /// One of what can be done to vertices, to a list and to what is made; indexes are wrong as often as right.
    private func change(_ part: AGSMutablePart, _ model: inout [Double], _ random: inout SeededGenerator) {
        let (point, index) = (place(&random), Int.random(in: -2...7, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            #expect(part.addPoint(point) == model.count)
            model.append(point.x)
        case 1:
            #expect(part.addPointWith(x: point.x, y: 1) == model.count)
            model.append(point.x)
        case 2:
            part.addPoints([point, point])
            model += [point.x, point.x]
        case 3:
            part.insertPoint(point, at: index)
            if (0...model.count).contains(index) { model.insert(point.x, at: index) }
        case 4:
            part.setPoint(point, at: index)
            if model.indices.contains(index) { model[index] = point.x }
        case 5:
            part.removePoint(at: index)
            if model.indices.contains(index) { model.remove(at: index) }
        default:
            part.insertPointWith(x: point.x, y: 1, z: 5, at: index)
            if (0...model.count).contains(index) { model.insert(point.x, at: index) }
        }
        let found = part.point(at: index)
        #expect(model.indices.contains(index) ? found.x == model[index] : found.isEmpty)
    }

    @Test func `a part is a list of vertices, whatever is done to it`() {
        var random = SeededGenerator(seed: 121)
        for _ in 0..<200 {
            let part = AGSMutablePart(spatialReference: .wgs84())
            var model: [Double] = []
            for _ in 0..<30 { change(part, &model, &random) }
            #expect(numbers(part.points) == model && part.pointCount == model.count && part.isEmpty == model.isEmpty)
            #expect(part.startPoint?.x == model.first && part.endPoint?.x == model.last)
            #expect(part.segmentCount == max(0, model.count - 1))
        }
    }

    @Test func `parts are a list of parts, and what is done to one afterwards counts`() {
        var random = SeededGenerator(seed: 122)
        for _ in 0..<200 {
            let builder = AGSPolylineBuilder(spatialReference: .wgs84())
            var model: [[Double]] = []
            for _ in 0..<20 {
                let (point, index) = (place(&random), Int.random(in: -2...4, using: &random))
                let part = AGSMutablePart(points: [point])
                switch Int.random(in: 0..<7, using: &random) {
                case 0:
                    builder.addPointWith(x: point.x, y: 1)
                    if model.isEmpty { model = [[]] }
                    model[model.count - 1].append(point.x)
                case 1:
                    #expect(builder.parts.add(part) == model.count)
                    model.append([point.x])
                case 2:
                    builder.addPart(with: [point, point])
                    model.append([point.x, point.x])
                case 3:
                    builder.parts.insert(part, at: index)
                    if (0...model.count).contains(index) { model.insert([point.x], at: index) }
                case 4:
                    builder.parts.removePart(at: index)
                    if model.indices.contains(index) { model.remove(at: index) }
                case 5:
                    builder.parts[index] = part
                    if model.indices.contains(index) { model[index] = [point.x] }
                default:
                    builder.parts[index].addPoint(point)
                    if model.indices.contains(index) { model[index].append(point.x) }
                }
            }
            #expect(builder.parts.map { numbers($0.points) } == model && builder.parts.count == model.count)
            #expect(builder.toGeometry().parts.map { numbers($0) } == model.filter { !$0.isEmpty })
            #expect(builder.parts.totalPointCount == model.joined().count && builder.isEmpty() == model.joined().isEmpty)
        }
    }

    @Test func `an area is closed when it is made, and open again when it is changed`() {
        let builder = AGSPolygonBuilder(spatialReference: .webMercator())
        for x in [0.0, 4, 8] { builder.addPointWith(x: x, y: x == 4 ? 4 : 0) }
        let triangle = builder.toGeometry()
        #expect(numbers(triangle.parts[0].points) == [0, 4, 8, 0] && triangle.spatialReference == .webMercator())
        let other = AGSPolygonBuilder(polygon: triangle)
        other.addPointWith(x: 9, y: -9)
        #expect(numbers(other.toGeometry().parts[0].points) == [0, 4, 8, 9, 0])
        #expect(numbers(triangle.parts[0].points) == [0, 4, 8, 0])
        #expect(other.replaceGeometry(triangle).toGeometry() == triangle && other.toPolyline().parts.count == 1)
        #expect(other.replaceGeometry(AGSPoint(x: 1, y: 2, spatialReference: nil)).isEmpty())
    }

    @Test func `points come in the coordinates of what they are added to`() {
        let builder = AGSPolylineBuilder(spatialReference: .webMercator())
        builder.add(AGSPointMakeWGS84(0, 180)).add(AGSPoint(x: 5, y: 6, spatialReference: nil))
        builder.add(AGSPoint(x: 7, y: 8, spatialReference: AGSSpatialReference(wkid: 32633)))
        let points = builder.toGeometry().parts[0].points.array()
        #expect(abs(points[0].x - 20_037_508.342789244) < 1e-6 && points[1].x == 5 && points[2].x == 7)
        #expect(points.allSatisfy { $0.spatialReference == .webMercator() })
        let mixed = AGSMultipoint(points: [AGSPoint(x: 0, y: 0, spatialReference: .webMercator()), AGSPointMakeWGS84(0, 180)])
        #expect(abs(mixed.points[1].x - 20_037_508.342789244) < 1e-6)
    }

    @Test func `each geometry has its builder, which makes an equal one`() {
        let point = AGSPoint(x: 1, y: 2, z: 3, m: 4, spatialReference: .wgs84())
        let points = [point, AGSPoint(x: 5, y: 6, z: 7, m: 8, spatialReference: .wgs84())]
        let geometries = [
            point, AGSMultipoint(points: points), AGSPolyline(points: points),
            AGSPolygon(points: points + [AGSPointMakeWGS84(0, 9)]),
            AGSEnvelope(xMin: 1, yMin: 2, zMin: 3, xMax: 4, yMax: 5, zMax: 6, spatialReference: .wgs84()),
        ]
        for geometry in geometries {
            let builder = geometry.toBuilder()
            #expect(builder.toGeometry() == geometry && builder.geometryType == geometry.geometryType)
            #expect(builder.hasZ && builder.extent == geometry.extent && !builder.isEmpty() && !builder.hasCurves)
            let empty = AGSGeometryBuilder.builder(with: geometry.geometryType, spatialReference: .wgs84())
            #expect(empty?.isEmpty() == true && empty?.spatialReference == .wgs84() && empty?.extent.isEmpty == true)
            #expect(empty?.replaceGeometry(geometry).toGeometry() == geometry)
        }
        #expect(AGSGeometryBuilder.builder(with: .unknown, spatialReference: nil) == nil)
    }

    @Test func `a place moves by so much, and keeps its height`() {
        let builder = AGSPointBuilder(point: AGSPoint(x: 1, y: 2, z: 3, spatialReference: .webMercator()))
        builder.offsetBy(x: 10, y: -20).offsetBy(x: 1, y: 0)
        let point = builder.toGeometry()
        #expect((point.x, point.y, point.z) == (12, -18, 3) && point.spatialReference == .webMercator())
    }

    @Test func `a rectangle grows about its middle, or a place, moves, and takes others in`() {
        let builder = AGSEnvelopeBuilder(envelope: AGSEnvelope(xMin: 0, yMin: 0, xMax: 4, yMax: 2, spatialReference: .wgs84()))
        func sides() -> [Double] { [builder.xMin, builder.yMin, builder.xMax, builder.yMax] }
        builder.expand(byFactor: 2)
        #expect(sides() == [-2, -1, 6, 3] && builder.center.x == 2 && builder.width == 8 && builder.height == 4)
        builder.expand(byFactor: 0.5, withAnchor: AGSPointMakeWGS84(-1, -2))
        #expect(sides() == [-2, -1, 2, 1])
        builder.offsetBy(x: 2, y: 1).union(with: AGSPointMakeWGS84(9, 3)).unionWith(x: -1, y: 0)
        #expect(sides() == [-1, 0, 4, 9])
        builder.center(at: AGSPointMakeWGS84(0, 0)).changeAspectRatio(CGSize(width: 2, height: 1))
        #expect(sides() == [-9, -4.5, 9, 4.5])
        let mercator = AGSEnvelope(xMin: -20_037_508.342789244, yMin: 0, xMax: 0, yMax: 1, spatialReference: .webMercator())
        builder.union(with: mercator)
        #expect(abs(builder.xMin + 180) < 1e-9)
        builder.changeAspectRatio(CGSize(width: 0, height: 1)).changeAspectRatio(CGSize(width: Double.nan, height: 1))
        #expect(abs(builder.xMin + 180) < 1e-9)
        let empty = AGSEnvelopeBuilder(spatialReference: .wgs84())
        #expect(
            empty.union(
                with: AGSEnvelope(min: .init(x: 1, y: 2, spatialReference: nil), max: .init(x: 3, y: 4, spatialReference: nil))
            ).toGeometry().width == 2)
    }
}
