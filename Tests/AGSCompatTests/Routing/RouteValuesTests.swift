import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import AGSCompat

@Suite
struct RouteValuesTests {
    @Test(arguments: [Int.min, -1, 0, 3, Int.max]) func `a stop of an answer may have any number`(number: Int) {
        var (route, stop) = (Route(), Stop(point: MapPoint(latitude: 1, longitude: 2)))
        stop.id = number
        route.stops = [stop]
        #expect(AGSRoute(route, stopIDs: [7, 8]).stops.count == 1)
    }

    @Test func `kinds of maneuvers have the same names in both worlds`() {
        for kind in DirectionManeuver.Kind.allCases {
            #expect("\(AGSDirectionManeuverType(kind))" == "\(kind)")
        }
        #expect(AGSDirectionManeuverType.doorPassage.rawValue == DirectionManeuver.Kind.allCases.count - 1)
    }

    @Test func `units have the same names in both worlds`() {
        for unit in CostAttribute.Unit.allCases { #expect("\(AGSAttributeUnit(unit))" == "\(unit)") }
    }

    @Test func `what both worlds have goes there and back`() {
        for approach in CurbApproach.allCases { #expect(AGSCurbApproach(approach).value == approach) }
        for kind in Stop.Kind.allCases { #expect(AGSStopType(kind).value == kind) }
        for style in DirectionsStyle.allCases { #expect(AGSDirectionsStyle(style).value == style) }
        for system in UnitSystem.allCases { #expect(AGSUnitSystem(system).value == system) }
        for direction in TravelDirection.allCases { #expect(AGSTravelDirection(direction).value == direction) }
        for usage in StartTimeUsage.allCases { #expect(AGSStartTimeUsage(usage).value == usage) }
        for detail in ServiceAreaPolygonDetail.allCases { #expect(AGSServiceAreaPolygonDetail(detail).value == detail) }
        for overlap in ServiceAreaOverlapGeometry.allCases { #expect(AGSServiceAreaOverlapGeometry(overlap).value == overlap) }
        #expect(AGSCurbApproach.leftSide.rawValue == 1 && CurbApproach.leftSide.rawValue == 2, "the numbers differ")
    }

    @Test func `parameters that nobody has changed are the same`() {
        var value = RouteParameters(stops: [Stop(point: MapPoint(latitude: 1, longitude: 2), name: "A")])
        (value.routeShape, value.startDate, value.travelMode) = (.trueShape, Date(timeIntervalSince1970: 5), mode)
        value.pointBarriers = [PointBarrier(point: MapPoint(x: 1, y: 2), addedCosts: ["Miles": 3])]
        value.polylineBarriers = [PolylineBarrier(polyline: Polyline(paths: []), scaleFactors: ["Miles": 2])]
        value.polygonBarriers = [PolygonBarrier(polygon: Geometry.Polygon(rings: []))]
        (value.returnsDirections, value.directionsDistanceUnits, value.directionsStyle) = (true, .imperial, .campus)
        (value.returnsPointBarriers, value.returnsPolylineBarriers, value.returnsPolygonBarriers) = (true, false, true)
        (value.accumulateAttributeNames, value.outputSpatialReference) = (["Miles"], .webMercator)
        #expect(AGSRouteParameters(value).value == value)
    }

    private var mode: TravelMode {
        var mode = TravelMode()
        (mode.id, mode.name, mode.kind, mode.uTurnPolicy) = ("1", "Trucks", .truck, .allowedEverywhere)
        mode.attributeParameterValues = [
            AttributeParameterValue(attributeName: "Height", parameterName: "Metres", value: 3.5),
            AttributeParameterValue(attributeName: "Height", parameterName: "Usage", value: "AVOID"),
            AttributeParameterValue(attributeName: "Tolls", parameterName: "Pays", value: true),
            AttributeParameterValue(attributeName: "Axles", parameterName: "Count", value: 5),
        ]
        return mode
    }

    @Test func `a travel mode keeps what the old API cannot say, and takes what is set`() {
        let legacy = AGSTravelMode(mode)
        #expect(legacy.value == mode && legacy.uTurnPolicy == .allowedAtDeadEndsAndIntersections && legacy.type == "TRUCK")
        #expect(legacy.attributeParameterValues[0].parameterValue as? Double == 3.5)
        #expect(legacy.attributeParameterValues[3].parameterValue as? Int == 5)
        (legacy.name, legacy.uTurnPolicy, legacy.outputGeometryPrecision) = ("Lorries", .allowedAtIntersections, 10)
        legacy.attributeParameterValues[0].parameterValue = 4
        legacy.attributeParameterValues[1].parameterValue = legacy
        #expect(legacy.value.name == "Lorries" && legacy.value.uTurnPolicy == .allowedAtDeadEndsAndIntersections)
        #expect(legacy.value.outputGeometryPrecision == 10 && legacy.value.id == "1")
        #expect(legacy.value.attributeParameterValues.map(\.value) == [4, .null, true, 5])
        legacy.outputGeometryPrecision = 0
        #expect(legacy.value.outputGeometryPrecision == nil)
    }

    @Test func `what is no number of a stop is nothing to the new tasks`() {
        let stop = AGSStop(point: AGSPoint(x: 1, y: 2, spatialReference: .wgs84()))
        #expect(stop.currentBearing.isNaN && stop.currentBearingTolerance == 30 && stop.stopType == .stop)
        (stop.currentBearing, stop.currentBearingTolerance, stop.navigationLatency) = (90, 15, 3)
        (stop.navigationSpeed, stop.curbApproach, stop.stopType) = (2, .noUTurn, .restBreak)
        #expect(stop.value.currentBearing == 90 && stop.value.currentBearingTolerance == 15)
        #expect(stop.value.curbApproach == .noUTurn && stop.value.kind == .restBreak && stop.value.navigationSpeed == 2)
        (stop.currentBearing, stop.currentBearingTolerance, stop.navigationLatency) = (.nan, .nan, .nan)
        (stop.navigationSpeed, stop.curbApproach) = (.nan, .unknown)
        var plain = Stop(point: MapPoint(latitude: 2, longitude: 1))
        plain.kind = .restBreak
        #expect(stop.value == plain)
        stop.setAddedCost(4, forCostAttribute: "TravelTime")
        #expect(stop.addedCost(forCostAttribute: "TravelTime") == 4 && stop.value.addedCosts == ["TravelTime": 4])
    }

    @Test func `barriers close roads, or cost, as they are told`() {
        let point = AGSPointBarrier(point: AGSPoint(x: 1, y: 2, spatialReference: nil))
        point.setAddedCost(5, forCostAttribute: "Minutes")
        #expect(point.value.kind == .restriction)
        point.type = .costAdjustment
        #expect(point.value.kind == .addedCost && point.value.addedCosts == ["Minutes": 5])
        let line = AGSPolylineBarrier(polyline: AGSPolyline(points: []))
        line.setScaleFactor(2, forCostAttribute: "Minutes")
        #expect(line.value?.scaleFactors == [:] && line.scaleFactor(forCostAttribute: "Minutes") == 2)
        line.type = .costAdjustment
        #expect(line.value?.scaleFactors == ["Minutes": 2] && line.scaleFactor(forCostAttribute: "Miles") == 1)
        let area = AGSPolygonBarrier(PolygonBarrier(polygon: Geometry.Polygon(rings: []), scaleFactors: ["Minutes": 3]))
        #expect(area.type == .costAdjustment && area.value?.scaleFactors == ["Minutes": 3])
    }

    @Test func `a line or an area that shall cost, and says nothing of how much, closes no road`() {
        let (point, line) = (AGSPointBarrier(point: AGSPoint(x: 1, y: 2, spatialReference: nil)), AGSPolyline(points: []))
        let along = AGSPolylineBarrier(polyline: line)
        let within = AGSPolygonBarrier(PolygonBarrier(polygon: Geometry.Polygon(rings: [])))
        (point.type, along.type, within.type) = (.costAdjustment, .costAdjustment, .costAdjustment)
        let (routes, closest) = (AGSRouteParameters(RouteParameters()), AGSClosestFacilityParameters(ClosestFacilityParameters()))
        let areas = AGSServiceAreaParameters(ServiceAreaParameters())
        routes.setPointBarriers([point])
        routes.setPolylineBarriers([along])
        routes.setPolygonBarriers([within])
        closest.setPolylineBarriers([along])
        closest.setPolygonBarriers([within])
        areas.setPolylineBarriers([along])
        areas.setPolygonBarriers([within])
        #expect(routes.value.pointBarriers.map(\.kind) == [.addedCost] && routes.value.polylineBarriers.isEmpty)
        #expect(routes.value.polygonBarriers.isEmpty && closest.value.barriers.isEmpty && areas.value.barriers.isEmpty)
        along.type = .restriction
        #expect(routes.value.polylineBarriers.count == 1 && closest.value.polylineBarriers.count == 1)
    }
}
