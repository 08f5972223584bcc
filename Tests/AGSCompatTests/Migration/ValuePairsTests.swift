import AGSCompat
import CairnGeo
import CairnTasks
import Foundation
import Testing

/// What callers carry between old calls and new ones: each old value leads to the new one, and is made of one again.
@MainActor
struct ValuePairsTests {
    private static let corners = [AGSPointMakeWGS84(1, 2), AGSPointMakeWGS84(3, 4), AGSPointMakeWGS84(5, 2)]
    private static let geometries: [AGSGeometry] = [
        AGSPoint(x: 1, y: 2, z: 3, m: 4, spatialReference: .webMercator()), AGSMultipoint(points: corners),
        AGSPolyline(points: corners), AGSPolygon(points: corners),
        AGSEnvelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: .wgs84()),
    ]

    @Test(arguments: 0..<5)
    func `a geometry leads to the new one, which gives an equal one of the same class`(index: Int) {
        let old = Self.geometries[index]
        let again = AGSGeometry.make(old.value)
        #expect(again.isEqual(to: old) && type(of: again) == type(of: old))
    }

    @Test func `each kind of geometry has the new value of its kind`() throws {
        let point = try #require(Self.geometries[0] as? AGSPoint)
        #expect(point.point.z == 3 && AGSPoint(point.point) == point)
        let multipoint = try #require(Self.geometries[1] as? AGSMultipoint)
        #expect(multipoint.multipoint.points.count == 3 && AGSMultipoint(multipoint.multipoint) == multipoint)
        let line = try #require(Self.geometries[2] as? AGSPolyline)
        #expect(line.polyline.paths.count == 1 && AGSPolyline(line.polyline) == line)
        let area = try #require(Self.geometries[3] as? AGSPolygon)
        #expect(area.polygon.rings.first?.count == 4 && AGSPolygon(area.polygon) == area)
        let box = try #require(Self.geometries[4] as? AGSEnvelope)
        #expect(box.envelope.xMax == 3 && AGSEnvelope(box.envelope) == box)
        #expect(AGSSpatialReference(AGSSpatialReference.wgs84().value) == .wgs84())
    }

    @Test func `a feature is given as it is now, and one of a new value is of no table`() throws {
        let id = UUID()
        let feature = Feature(
            attributes: ["name": .string("a"), "id": .string("{\(id.uuidString)}"), "none": .null],
            geometry: .point(Self.corners[0].point))
        let old = AGSFeature(feature, fields: [Field("id", type: FieldType(rawValue: "esriFieldTypeGlobalID"))])
        #expect(old.featureTable == nil && old.attributes["id"] as? UUID == id && old.attributes["none"] is NSNull)
        old.attributes["name"] = "b"
        old.geometry = nil
        let now = try old.feature
        #expect(now.attributes["name"] == .string("b") && now.attributes["id"] == feature.attributes["id"] && now.geometry == nil)
        old.attributes["name"] = [1]
        #expect(throws: (any Error).self) { try old.feature }
    }

    @Test func `features that were found go both ways`() throws {
        let features = (1...3).map { Feature(attributes: ["n": .integer($0)], geometry: .point(Self.corners[$0 - 1].point)) }
        var set = FeatureSet(fields: [Field("n", type: .integer)], features: features, spatialReference: .wgs84)
        set.exceededTransferLimit = true
        let old = AGSFeatureQueryResult(set)
        #expect(old.geometryType == .point && old.fields.map(\.name) == ["n"] && old.spatialReference == .wgs84())
        #expect(try FeatureSet(old) == set)
        #expect(AGSFeatureQueryResult(FeatureSet()).geometryType == .unknown)
    }

    @Test func `answers of locators, and what they are asked, go to new code`() {
        let result = AGSGeocodeResult(GeocodeResult(label: "1 A St", location: nil, score: 90), inputLocation: Self.corners[0])
        #expect(result.label == "1 A St" && result.value.score == 90 && result.inputLocation == Self.corners[0])
        let parameters = AGSGeocodeParameters()
        (parameters.maxResults, parameters.preferredSearchLocation) = (3, Self.corners[0])
        #expect(parameters.value.maxResults == 3 && parameters.value.preferredSearchLocation == Self.corners[0].point)
        #expect(AGSSuggestParameters().value.maxResults == 0 && AGSReverseGeocodeParameters().value.maxResults == 1)
    }

    @Test func `a query goes to new code as it is now, and what is not offered is refused`() throws {
        let query = AGSQueryParameters()
        (query.whereClause, query.geometry, query.timeExtent) = (
            "a = 1", Self.geometries[4], AGSTimeExtent(timeInstant: .distantPast)
        )
        let value = try query.value()
        #expect(value.whereClause == "a = 1" && value.geometry == Self.geometries[4].value)
        #expect(value.timeExtent == query.timeExtent?.value)
        query.spatialRelationship = .relate
        #expect(throws: (any Error).self) { try query.value() }
    }

    @Test func `routes, and what they lead to, go both ways`() {
        let stop = AGSStop(Stop(point: Self.corners[0].point), stopID: 7)
        stop.name = "Home"
        #expect(stop.value.name == "Home" && stop.stopID == 7 && stop.geometry == Self.corners[0])
        let parameters = AGSRouteParameters(RouteParameters(stops: [stop.value]))
        parameters.returnDirections = true
        parameters.setPointBarriers([AGSPointBarrier(PointBarrier(point: Self.corners[1].point))])
        #expect(parameters.value.stops == [stop.value] && parameters.value.returnsDirections)
        #expect(parameters.value.pointBarriers.map(\.geometry) == [Self.corners[1].point])
        var solved = stop.value
        solved.id = 5
        var route = Route()
        (route.name, route.stops) = ("A", [solved])
        let value = RouteResult(routes: [route])
        let result = AGSRouteResult(value)
        #expect(result.value == value && result.routes.first?.value == route)
        #expect(result.routes.first?.stops.map(\.stopID) == [5] && AGSRoute(route).routeName == "A")
    }
}
