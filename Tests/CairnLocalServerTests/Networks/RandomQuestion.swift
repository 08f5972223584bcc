import CairnGeo
import CairnTasks
import CairnTesting
import Foundation

/// Questions about a town, by chance.
struct RandomQuestion {
    private(set) var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func place() -> MapPoint { chance(30) ? RandomTown.sea : RandomTown.place(&random) }

    mutating func places(_ count: ClosedRange<Int>) -> [MapPoint] {
        (0..<Int.random(in: count, using: &random)).map { _ in place() }
    }

    mutating func mode(_ info: NetworkInfo?) -> TravelMode? { info?.travelModes.randomElement(using: &random) }

    mutating func ask(_ question: inout some NetworkQuestion, _ info: NetworkInfo?) {
        question.travelMode = mode(info)
        question.outputSpatialReference = [nil, .wgs84, .webMercator].randomElement(using: &random) ?? nil
        if chance(3) { question.startDate = Date(timeIntervalSince1970: 1_700_000_000) }
        guard chance(3) else { return }
        question.pointBarriers = places(0...2).map { PointBarrier(point: $0, addedCosts: chance(2) ? ["TravelTime": 2] : [:]) }
        let (start, end) = (RandomTown.place(&random).position, RandomTown.place(&random).position)
        var line = PolylineBarrier(polyline: Polyline(paths: [[start, end]], spatialReference: .wgs84))
        (line.name, line.scaleFactors) = ("Line", chance(2) ? ["TravelTime": 3, "Kilometers": 3, "WalkTime": 3] : [:])
        if chance(2) { question.polylineBarriers = [line] }
        let ring = [start, Position(x: start.x, y: end.y), end, start]
        var area = PolygonBarrier(
            polygon: Geometry.Polygon(rings: [ring], spatialReference: .wgs84),
            scaleFactors: ["TravelTime": 2, "Kilometers": 2, "WalkTime": 2])
        area.name = "Area"
        if chance(2) { question.polygonBarriers = [area] }
    }

    mutating func askDirections(_ question: inout some DirectionsQuestion) {
        question.returnsDirections = true
        question.routeShape = RouteShape.allCases.randomElement(using: &random) ?? .trueShape
        question.directionsDistanceUnits = chance(2) ? .metric : .imperial
    }

    /// What a place may say of itself.
    mutating func describe(_ place: inout NetworkPlace) {
        if chance(2) { place.name = "Place \(Int.random(in: 0...9, using: &random))" }
        if chance(4) { place.curbApproach = CurbApproach.allCases.randomElement(using: &random) ?? .eitherSide }
        if chance(5) { place.addedCosts = ["TravelTime": 3] }
    }
}
