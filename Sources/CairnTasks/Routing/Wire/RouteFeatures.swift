import CairnCore
import CairnGeo
import Foundation

/// The routes of an answer, and their directions.
struct RouteFeatures {
    private let answer: NetworkAnswer
    private let units: CostUnits
    private let distances: UnitSystem

    init(_ root: AnswerPart, _ question: some NetworkQuestion & DirectionsQuestion, _ network: NetworkInfo) {
        answer = NetworkAnswer(root, question)
        units = CostUnits(question.travelMode, network)
        distances = question.directionsDistanceUnits
    }

    /// Each with what else is said of it: nothing, where directions alone were asked for.
    func routes() throws -> [(route: Route, attributes: NetworkAttributes?)] {
        let directions = try answer.root.optional("directions")?.list() ?? []
        guard let set = try answer.root.optional("routes") else { return try directions.map { (try route(directions: $0), nil) } }
        let reference = try answer.reference(of: set)
        let features = try set.required("features").list()
        // An answer may have many thousands of both.
        var byID: [Int: AnswerPart] = [:]
        for part in directions {
            guard let id = try part.optional("routeId")?.wholeNumber(), byID[id] == nil else { continue }
            byID[id] = part
        }
        return try features.enumerated().map { index, feature in
            if index % 256 == 0 { try Task.checkCancellation() }
            let attributes = try NetworkAttributes(feature)
            var route = try route(attributes, geometry: feature.optional("geometry"), reference)
            let own =
                try attributes.wholeNumber("ObjectID").flatMap { byID[$0] }
                ?? (directions.count == features.count ? directions[index] : nil)
            if let own { try add(own, to: &route) }
            return (route, attributes)
        }
    }

    private func route(_ attributes: NetworkAttributes, geometry: AnswerPart?, _ reference: SpatialReference?) throws -> Route {
        var route = Route()
        route.name = try attributes.text("Name") ?? ""
        route.geometry = try geometry.map { try $0.line(reference) }
        route.totalCosts = try attributes.numbers(after: "Total_")
        route.totalTime = units.seconds(route.totalCosts) ?? 0
        route.lengthInMeters = units.meters(route.totalCosts) ?? 0
        route.waitTime = units.seconds(try attributes.numbers(after: "TotalWait_")) ?? 0
        route.violationTime = units.seconds(try attributes.numbers(after: "TotalViolation_")) ?? 0
        route.travelTime = max(0, route.totalTime - route.waitTime)
        route.startDate = try attributes.date("StartTimeUTC") ?? attributes.date("StartTime")
        route.endDate = try attributes.date("EndTimeUTC") ?? attributes.date("EndTime")
        return route
    }

    private func route(directions: AnswerPart) throws -> Route {
        var route = Route()
        route.name = try directions.optional("routeName")?.text() ?? ""
        try add(directions, to: &route)
        return route
    }

    /// The summary is in the units of the directions, and in minutes.
    private func add(_ directions: AnswerPart, to route: inout Route) throws {
        let reading = DirectionsAnswer(directions, distances, answer.reference)
        route.directionManeuvers = try reading.maneuvers()
        guard let summary = try directions.optional("summary") else { return }
        if route.lengthInMeters == 0, let length = try summary.optional("totalLength")?.number() {
            route.lengthInMeters = length * reading.metersPerUnit
        }
        if let time = try summary.optional("totalTime")?.number(), route.totalTime == 0 { route.totalTime = time * 60 }
        if let time = try summary.optional("totalDriveTime")?.number() { route.travelTime = time * 60 }
    }
}

extension AnswerPart {
    func line(_ reference: SpatialReference?) throws -> Polyline {
        guard case .polyline(let line) = try geometry(reference) else { throw refusal("is no line") }
        return line
    }
}
