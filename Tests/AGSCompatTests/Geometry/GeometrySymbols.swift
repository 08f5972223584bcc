// Every name of the domain of geometry that old code is known to use, as it uses it. It is compiled, and not run.
import AGSCompat
import Foundation

private func points(_ json: Any) throws -> AGSPoint {
    var point = AGSPoint(x: 1, y: 2, spatialReference: .wgs84())
    point = AGSPoint(x: 1, y: 2, z: 3, spatialReference: .webMercator())
    point = AGSPoint(x: 1, y: 2, z: 3, m: 4, spatialReference: AGSSpatialReference(wkid: 4326))
    point = AGSPointMakeWGS84(47, 9)
    point = AGSPointMakeWebMercator(1, 2)
    print(point.x + point.y + point.z, point.isEqual(to: point), point.hasZ, point.isEmpty)
    if let geometry = try AGSGeometry.fromJSON(json) as? AGSGeometry { print(geometry.geometryType == .point) }
    if let dictionary = try point.toJSON() as? [String: Any] { print(dictionary) }
    print(AGSGeometryType(rawValue: 1) ?? .unknown)
    return point
}

private func envelopes(_ center: AGSPoint) -> [AGSEnvelope] {
    var extent = AGSEnvelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: .wgs84())
    extent = AGSEnvelope(xMin: 1, yMin: 2, zMin: 0, xMax: 3, yMax: 4, zMax: 9, spatialReference: .wgs84())
    extent = AGSEnvelope(center: center, width: 10, height: 20)
    extent = AGSEnvelope(min: center, max: center)
    let builder = extent.toBuilder()
    builder.expand(byFactor: 1.5)
    builder.union(with: extent)
    builder.unionWith(x: 5, y: 6)
    builder.offsetBy(x: 1, y: 2)
    AGSPointBuilder(point: center).offsetBy(x: 1, y: 2)
    print(extent.width, extent.height, extent.center, extent.zMin, extent.zMax, builder.extent)
    return [builder.toGeometry(), AGSEnvelopeBuilder(envelope: extent).toGeometry()]
}

private func builders(_ points: [AGSPoint]) -> [AGSGeometry] {
    let polygonBuilder = AGSPolygonBuilder(spatialReference: .webMercator())
    polygonBuilder.addPointWith(x: 1, y: 2)
    polygonBuilder.addPointWith(x: 1, y: 2, z: 3)
    let ring = AGSMutablePart(spatialReference: .webMercator())
    ring.addPointWith(x: -13060, y: 6711030)
    polygonBuilder.parts.add(ring)
    let polylineBuilder = AGSPolylineBuilder(points: points)
    polylineBuilder.add(points[0])
    let other = AGSPolylineBuilder(polyline: polylineBuilder.toGeometry())
    other.parts.part(at: 0).removePoint(at: 0)
    let polygon: AGSPolygon = polygonBuilder.toGeometry()
    let multipart = polygon.toBuilder() as AGSMultipartBuilder
    multipart.parts.add(AGSMutablePart(points: points))
    let places = polygon.parts.array().flatMap { $0.points.array() }
    print(places, polygon.parts[0].pointCount, polygon.parts[0].startPoint as Any)
    return [multipart.toGeometry(), other.toGeometry(), AGSMultipoint(points: points), AGSPolygon(points: points)]
}

private func engine(_ first: AGSGeometry, _ second: AGSGeometry, _ line: AGSPolyline, _ box: AGSEnvelope, _ point: AGSPoint) {
    var geometry: AGSGeometry? = AGSGeometryEngine.normalizeCentralMeridian(of: first)
    geometry = AGSGeometryEngine.projectGeometry(first, to: .wgs84()) as? AGSPoint
    geometry = AGSGeometryEngine.projectGeometry(first, to: .wgs84(), datumTransformation: nil)
    geometry = AGSGeometryEngine.densifyGeometry(first, maxSegmentLength: 1)
    geometry = AGSGeometryEngine.generalizeGeometry(first, maxDeviation: 1, removeDegenerateParts: true)
    geometry = AGSGeometryEngine.geometry(bySettingZ: 3, in: first)
    geometry = AGSGeometryEngine.geometryByRemovingZ(from: first)
    let extent: AGSEnvelope? = AGSGeometryEngine.combineExtents(ofGeometries: [first, second])
    let fraction: Double = AGSGeometryEngine.fraction(alongLine: line, to: point, tolerance: -1)
    let vertex: AGSProximityResult? = AGSGeometryEngine.nearestVertex(in: first, to: point)
    let place = AGSGeometryEngine.nearestCoordinate(in: first, to: point)?.point
    print(AGSGeometryEngine.area(of: first), AGSGeometryEngine.length(of: first), fraction, extent as Any, geometry as Any)
    print(vertex?.distance as Any, place as Any)
}

private func geodetics(_ geometry: AGSGeometry, _ point: AGSPoint) {
    let (metres, degrees): (AGSLinearUnit, AGSAngularUnit) = (.meters(), .degrees())
    let dense = AGSGeometryEngine.geodeticDensifyGeometry(
        geometry, maxSegmentLength: 1, lengthUnit: .kilometers(), curveType: .geodesic)
    let length = AGSGeometryEngine.geodeticLength(of: geometry, lengthUnit: .miles(), curveType: .geodesic)
    let area = AGSGeometryEngine.geodeticArea(of: geometry, areaUnit: .squareMiles(), curveType: .geodesic)
    let move = AGSGeometryEngine.geodeticMove(
        [point], distance: 3, distanceUnit: metres, azimuth: 90, azimuthUnit: degrees, curveType: .geodesic)?.first
    if let result = AGSGeometryEngine.geodeticDistanceBetweenPoint1(
        point, point2: point, distanceUnit: metres, azimuthUnit: degrees, curveType: .geodesic)
    {
        print(result.distance, result.distanceUnit.pluralDisplayName, result.azimuth1, result.azimuth2, result.azimuthUnit)
    }
    let ellipse = AGSGeometryEngine.geodesicEllipse(
        with: AGSGeodesicEllipseParameters(center: point, semiAxis1Length: 1, semiAxis2Length: 2))
    let parameters = AGSGeodesicSectorParameters()
    parameters.center = point
    print(dense as Any, length, area, move as Any, ellipse as Any, AGSGeometryEngine.geodesicSector(with: parameters) as Any)
}

private func units(_ reference: AGSSpatialReference) {
    print(reference.unit.abbreviation, reference.wkid, AGSSpatialReference(wkText: "PROJCS[]") as Any)
    let nautical = AGSLinearUnit(unitID: .nauticalMiles)
    print(nautical?.convert(3, to: .feet()) as Any, AGSLinearUnit.meters().convert(toMeters: 1), nautical?.toAreaUnit() as Any)
    print(AGSAreaUnit(unitID: .hectares)?.convert(1, to: .squareKilometers()) as Any, AGSAngularUnit(unitID: .grads) as Any)
}

#if os(Linux) || os(macOS)
    private func areas(_ first: AGSGeometry, _ second: AGSGeometry, _ line: AGSPolyline, _ box: AGSEnvelope) {
        let buffer: AGSPolygon? = AGSGeometryEngine.bufferGeometry(first, byDistance: 10)
        let buffers = AGSGeometryEngine.bufferGeometries([first, second], distances: [1, 2], unionResults: true)
        let geodetic: AGSPolygon? = AGSGeometryEngine.geodeticBufferGeometry(
            first, distance: 1000, distanceUnit: .meters(), maxDeviation: .nan, curveType: .geodesic)
        print(buffer as Any, buffers as Any, geodetic as Any, AGSGeometryEngine.simplifyGeometry(first) as Any)
        print(AGSGeometryEngine.intersection(ofGeometry1: first, geometry2: second) as Any)
        print(AGSGeometryEngine.intersections(ofGeometry1: first, geometry2: second) as Any)
        print(AGSGeometryEngine.union(ofGeometry1: first, geometry2: second) as Any)
        print(AGSGeometryEngine.unionGeometries([first, second]) as Any)
        print(AGSGeometryEngine.difference(ofGeometry1: first, geometry2: second) as Any)
        print(AGSGeometryEngine.symmetricDifference(ofGeometry1: first, geometry2: second) as Any)
        print(AGSGeometryEngine.cut(first, withCutter: line) as Any, AGSGeometryEngine.clipGeometry(first, with: box) as Any)
        print(AGSGeometryEngine.convexHull(for: first) as Any)
        print(AGSGeometryEngine.distanceBetweenGeometry1(first, geometry2: second))
    }

    private func relations(_ first: AGSGeometry, _ second: AGSGeometry) -> [Bool] {
        [
            AGSGeometryEngine.geometry(first, contains: second), AGSGeometryEngine.geometry(first, intersects: second),
            AGSGeometryEngine.geometry(first, within: second), AGSGeometryEngine.geometry(first, crossesGeometry: second),
            AGSGeometryEngine.geometry(first, disjointTo: second), AGSGeometryEngine.geometry(first, overlapsGeometry: second),
            AGSGeometryEngine.geometry(first, touchesGeometry: second), AGSGeometryEngine.geometry(first, equals: second),
            AGSGeometryEngine.geometry(first, relatesTo: second, byRelation: "T*F**F***"),
        ]
    }
#endif
