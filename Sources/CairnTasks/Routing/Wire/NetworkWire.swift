import CairnCore
import CairnGeo
import Foundation

/// What requests to the layers of a network service have in common.
enum NetworkWire {
    /// How one moves, what is in the way, what is added up, and what coordinates mean.
    static func fields(of question: some NetworkQuestion) -> [String: String] {
        var fields = barriers(of: question)
        if let mode = question.travelMode { fields["travelMode"] = mode.esriJSON.text() }
        // Nothing would be what is usual on the layer.
        let names = question.accumulateAttributeNames
        fields["accumulateAttributeNames"] = names.isEmpty ? "none" : names.joined(separator: ",")
        if let reference = question.outputSpatialReference { fields["outSR"] = LocatorWire.text(of: reference) }
        return fields
    }

    /// When one travels, as all layers but those of routes call it: a moment, which services call UTC.
    static func timeOfDay(of question: some NetworkQuestion) -> [String: String] {
        guard let start = question.startDate.flatMap(milliseconds) else { return [:] }
        return ["timeOfDay": "\(start)", "timeOfDayIsUTC": "true"]
    }

    static func text(_ flag: Bool) -> String { flag ? "true" : "false" }

    static func text(_ number: Double) -> String { JSONValue.number(number).text() }

    /// Since 1970.
    static func milliseconds(_ date: Date) -> Int? { Int(rounding: date.timeIntervalSince1970 * 1000) }

    // MARK: - Places

    /// Places, each with what it says itself and what else is to be said of it.
    static func features<Place: PlacedOnNetwork>(
        _ places: [Place], _ more: (Place) throws -> [String: JSONValue]
    ) rethrows -> String {
        features(
            try places.map { place in
                feature(.point(place.geometry), attributes(of: place.place).merging(try more(place)) { $1 })
            })
    }

    static func features(_ features: [JSONValue]) -> String { JSONValue.object(["features": .array(features)]).text() }

    static func feature(_ geometry: Geometry, _ attributes: [String: JSONValue]) -> JSONValue {
        ["geometry": geometry.esriJSON, "attributes": .object(attributes)]
    }

    static func attributes(of place: NetworkPlace) -> [String: JSONValue] {
        var attributes = costs(place.addedCosts)
        attributes["CurbApproach"] = .integer(place.curbApproach.rawValue)
        if !place.name.isEmpty { attributes["Name"] = .string(place.name) }
        if let bearing = place.currentBearing {
            attributes["Bearing"] = .number(bearing)
            attributes["BearingTol"] = .number(place.currentBearingTolerance)
        }
        if let latency = place.navigationLatency { attributes["NavLatency"] = .number(latency) }
        return attributes
    }

    private static func costs(_ costs: [String: Double]) -> [String: JSONValue] {
        Dictionary(costs.map { ("Attr_\($0.key)", JSONValue.number($0.value)) }) { first, _ in first }
    }

    // MARK: - Barriers

    private static func barriers(of question: some NetworkQuestion) -> [String: String] {
        var fields: [String: String] = [:]
        if !question.pointBarriers.isEmpty {
            fields["barriers"] = features(
                question.pointBarriers.map { barrier in
                    feature(.point(barrier.geometry), named(barrier.name, barrier.kind.rawValue, barrier.addedCosts))
                })
        }
        if !question.polylineBarriers.isEmpty {
            fields["polylineBarriers"] = features(
                question.polylineBarriers.map { feature(.polyline($0.geometry), scaled($0.name, $0.scaleFactors)) })
        }
        if !question.polygonBarriers.isEmpty {
            fields["polygonBarriers"] = features(
                question.polygonBarriers.map { feature(.polygon($0.geometry), scaled($0.name, $0.scaleFactors)) })
        }
        return fields
    }

    /// 0 closes the roads, 1 multiplies their costs.
    private static func scaled(_ name: String, _ factors: [String: Double]) -> [String: JSONValue] {
        named(name, factors.isEmpty ? 0 : 1, factors)
    }

    private static func named(_ name: String, _ type: Int, _ costs: [String: Double]) -> [String: JSONValue] {
        var attributes = self.costs(costs)
        attributes["BarrierType"] = .integer(type)
        if !name.isEmpty { attributes["Name"] = .string(name) }
        return attributes
    }
}
