import CairnCore
import CairnGeo
import Foundation

/// The directions of one route in an answer.
struct DirectionsAnswer {
    private let part: AnswerPart
    private let units: UnitSystem
    /// What coordinates mean where nothing is said of that.
    private let reference: SpatialReference?

    init(_ part: AnswerPart, _ units: UnitSystem, _ reference: SpatialReference?) {
        (self.part, self.units, self.reference) = (part, units, reference)
    }

    /// Lengths are told in what was asked for.
    var metersPerUnit: Double { units.costUnit.meters ?? 1000 }

    func maneuvers() throws -> [DirectionManeuver] {
        let reference =
            try part.optional("summary")?.optional("envelope")?.optional("spatialReference")?.spatialReference()
            ?? self.reference
        return try part.optional("features")?.list().map { try maneuver($0, reference) } ?? []
    }

    private func maneuver(_ feature: AnswerPart, _ reference: SpatialReference?) throws -> DirectionManeuver {
        let attributes = try feature.required("attributes")
        var maneuver = DirectionManeuver()
        maneuver.text = try attributes.optional("text")?.text() ?? ""
        maneuver.kind = try attributes.optional("maneuverType").flatMap { .init(rawValue: try $0.text()) } ?? .unknown
        maneuver.lengthInMeters = (try attributes.optional("length")?.number() ?? 0) * metersPerUnit
        maneuver.duration = (try attributes.optional("time")?.number() ?? 0) * 60
        maneuver.estimatedArrivalDate = try date(attributes)
        maneuver.geometry = try geometry(feature, reference)
        maneuver.messages = try messages(feature)
        maneuver.events = try feature.optional("events")?.list().map { try event($0, reference) } ?? []
        return maneuver
    }

    private func date(_ attributes: AnswerPart) throws -> Date? {
        for name in ["arriveTimeUTC", "ETA"] {
            if let part = try attributes.optional(name), let date = try NetworkAttributes.date(part) { return date }
        }
        return nil
    }

    private func event(_ part: AnswerPart, _ reference: SpatialReference?) throws -> DirectionEvent {
        var event = DirectionEvent()
        event.messages = try messages(part)
        event.text = event.messages.map(\.text).joined(separator: " ")
        event.geometry = try part.optional("point")?.place(in: reference).map(Geometry.point)
        event.estimatedArrivalDate = try date(part)
        return event
    }

    private func messages(_ part: AnswerPart) throws -> [DirectionMessage] {
        try part.optional("strings")?.list().map {
            let kind = try $0.optional("stringType")?.text() ?? ""
            return DirectionMessage(
                kind: .init(rawValue: kind.hasPrefix("esriDST") ? String(kind.dropFirst(7)) : kind),
                text: try $0.required("string").text())
        } ?? []
    }

    /// A line, or a point where all its points are one: where one starts and stops.
    private func geometry(_ feature: AnswerPart, _ reference: SpatialReference?) throws -> Geometry? {
        guard let part = try feature.optional("compressedGeometry") else { return nil }
        let positions: [Position]
        do throws(CompressedGeometry.Malformed) { positions = try CompressedGeometry.positions(of: try text(part)) } catch {
            throw part.refusal("is no compressed geometry")
        }
        guard let first = positions.first else { return nil }
        if positions.allSatisfy({ $0 == first }) { return .point(MapPoint(first, spatialReference: reference)) }
        return .polyline(Polyline(paths: [positions], spatialReference: reference))
    }

    private func text(_ part: AnswerPart) throws(CompressedGeometry.Malformed) -> String {
        guard let text = part.json.string else { throw CompressedGeometry.Malformed() }
        return text
    }
}
