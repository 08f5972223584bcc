import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// The directions of routes in an answer.
struct DirectionsSolution {
    private let form: DirectionsForm
    private let reference: SpatialReference

    /// - Parameters:
    ///   - form: How they are told.
    ///   - reference: What coordinates mean.
    init(_ form: DirectionsForm, _ reference: SpatialReference) {
        (self.form, self.reference) = (form, reference)
    }

    /// The directions of a route.
    ///
    /// - Parameter id: The number of the route.
    func json(_ route: Route, id: Int) -> JSONValue {
        var summary: [String: JSONValue] = [
            "totalLength": length(route.lengthInMeters), "totalTime": minutes(route.totalTime),
            "totalDriveTime": minutes(route.travelTime),
        ]
        let lines = route.directionManeuvers.map { told($0.geometry) }
        let box =
            (lines + [told(route.geometry.map(Geometry.polyline))]).compactMap { $0?.extent }
            .reduce(nil) { $0?.union($1) ?? $1 } as Envelope?
        summary["envelope"] = box.map { Geometry.envelope($0).esriJSON }
        let features = form.extent == .summaryOnly ? [] : zip(route.directionManeuvers, lines).map(feature)
        return [
            "routeId": .integer(id), "routeName": .string(route.name), "summary": .object(summary), "features": .array(features),
        ]
    }

    private func feature(_ maneuver: DirectionManeuver, _ line: Geometry?) -> JSONValue {
        var attributes: [String: JSONValue] = [
            "length": length(maneuver.lengthInMeters), "time": minutes(maneuver.duration), "text": .string(maneuver.text),
            "maneuverType": .string(maneuver.kind.rawValue),
        ]
        attributes.merge(times(maneuver.estimatedArrivalDate)) { $1 }
        var members: [String: JSONValue] = ["attributes": .object(attributes)]
        if form.extent != .instructionsOnly { members["compressedGeometry"] = line.flatMap(compressed) }
        members["strings"] = strings(maneuver.messages)
        if form.extent != .completeNoEvents, !maneuver.events.isEmpty {
            members["events"] = .array(maneuver.events.map(event))
        }
        return .object(members)
    }

    private func event(_ event: DirectionEvent) -> JSONValue {
        var members = times(event.estimatedArrivalDate)
        members["point"] = told(event.geometry)?.esriJSON
        members["strings"] = strings(event.messages)
        return .object(members)
    }

    private func strings(_ messages: [DirectionMessage]) -> JSONValue? {
        guard !messages.isEmpty else { return nil }
        return .array(
            messages.map { ["string": .string($0.text), "stringType": .string("esriDST" + $0.kind.rawValue)] })
    }

    // MARK: - Measures

    private func length(_ meters: Double) -> JSONValue { .number(meters / (form.unit.meters ?? 1000)) }

    private func minutes(_ seconds: Double) -> JSONValue { .number(seconds / 60) }

    private func times(_ date: Date?) -> [String: JSONValue] {
        let time = JSONValue.integer(NetworkSolution.milliseconds(date) ?? NetworkAttributes.noTime)
        return ["ETA": time, "arriveTimeUTC": time]
    }

    // MARK: - Lines

    private func told(_ geometry: Geometry?) -> Geometry? { geometry.map { (try? $0.projected(to: reference)) ?? $0 } }

    /// A point is two that are the same.
    private func compressed(_ geometry: Geometry) -> JSONValue? {
        var positions = geometry.positions
        guard let first = positions.first else { return nil }
        if positions.count == 1 { positions.append(first) }
        let largest = positions.reduce(0) { max($0, abs($1.x), abs($1.y)) }
        // As fine as 31 bits allow, for which many clients have room.
        let factor = Int(rounding: (Double(Int32.max) / max(largest, 1)).clamped(to: 1...Double(1 << 24)), .towardZero) ?? 1
        return .string(CompressedGeometry.text(of: positions, factor: factor))
    }
}
