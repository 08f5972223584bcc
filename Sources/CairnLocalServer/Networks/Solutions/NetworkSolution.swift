import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What all answers of network services say in the same words.
struct NetworkSolution {
    /// What their coordinates mean.
    let reference: SpatialReference

    /// - Parameters:
    ///   - question: What was asked.
    ///   - own: What the coordinates of the result mean.
    init(_ question: some NetworkQuestion, _ own: SpatialReference?) {
        reference = question.outputSpatialReference ?? own ?? .wgs84
    }

    /// A text is a warning.
    static func messages(_ texts: [String]) -> JSONValue {
        .array(texts.map { ["type": 50, "description": .string($0)] })
    }

    /// A moment in whole milliseconds; nil if there is none.
    static func milliseconds(_ date: Date?) -> Int? {
        date.flatMap { Int(rounding: $0.timeIntervalSince1970 * 1000) }
    }

    /// A moment twice, as of a clock there and as UTC, for networks know of no time zones; null if there is none.
    static func times(_ date: Date?, _ name: String) -> [String: JSONValue] {
        let time = milliseconds(date).map(JSONValue.integer) ?? .null
        return [name: time, name + "UTC": time]
    }

    static func costs(_ costs: [String: Double], after prefix: String) -> [String: JSONValue] {
        Dictionary(costs.map { (prefix + $0.key, JSONValue.number($0.value)) }) { first, _ in first }
    }

    // MARK: - Places

    /// The places that were asked about, and how they were found.
    func places<Place: PlacedOnNetwork>(
        _ places: [Place], _ more: (Place) -> [String: JSONValue] = { _ in [:] }
    ) -> JSONValue {
        var set = NetworkFeatureSet(.point, in: reference)
        for place in places {
            set.add(.point(place.geometry), Self.attributes(of: place.place).merging(more(place)) { own, _ in own })
        }
        return set.json
    }

    private static func attributes(of place: NetworkPlace) -> [String: JSONValue] {
        var attributes = costs(place.addedCosts, after: "Attr_")
        attributes["Name"] = .string(place.name)
        attributes["CurbApproach"] = .integer(place.curbApproach.rawValue)
        attributes["Status"] = .integer(place.locationStatus.rawValue)
        attributes["DistanceToNetworkInMeters"] = place.distanceToNetworkLocation.map(JSONValue.number) ?? .null
        return attributes
    }

    // MARK: - Barriers

    /// The barriers of the kinds that are told.
    func barriers(_ barriers: RouteBarriers) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if !barriers.points.isEmpty {
            members["barriers"] = set(.point, barriers.points) {
                (.point($0.geometry), Self.attributes($0.name, $0.kind.rawValue, $0.addedCosts))
            }
        }
        if !barriers.polylines.isEmpty {
            members["polylineBarriers"] = set(.polyline, barriers.polylines) {
                (.polyline($0.geometry), Self.attributes($0.name, $0.scaleFactors.isEmpty ? 0 : 1, $0.scaleFactors))
            }
        }
        if !barriers.polygons.isEmpty {
            members["polygonBarriers"] = set(.polygon, barriers.polygons) {
                (.polygon($0.geometry), Self.attributes($0.name, $0.scaleFactors.isEmpty ? 0 : 1, $0.scaleFactors))
            }
        }
        return members
    }

    private func set<Barrier>(
        _ type: GeometryType, _ barriers: [Barrier], _ feature: (Barrier) -> (Geometry, [String: JSONValue])
    ) -> JSONValue {
        var set = NetworkFeatureSet(type, in: reference)
        for (geometry, attributes) in barriers.map(feature) { set.add(geometry, attributes) }
        return set.json
    }

    private static func attributes(_ name: String, _ type: Int, _ costs: [String: Double]) -> [String: JSONValue] {
        var attributes = Self.costs(costs, after: "Attr_")
        (attributes["Name"], attributes["BarrierType"], attributes["Status"]) = (.string(name), .integer(type), 0)
        return attributes
    }
}
