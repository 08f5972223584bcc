import CairnCore
import Foundation

/// The tags that tell who may use a road, in which direction and how fast.
///
/// - Source: https://wiki.openstreetmap.org/wiki/OSM_tags_for_routing
struct RoadTags {
    /// The keys that matter.
    enum Key: String, CaseIterable {
        case highway, route, area, junction, oneway, access, vehicle, name, ref, maxspeed, foot, duration, barrier, motorcar
        case motorVehicle = "motor_vehicle"
        case onewayMotorVehicle = "oneway:motor_vehicle"
        case maxspeedForward = "maxspeed:forward"
        case maxspeedBackward = "maxspeed:backward"
        case type, restriction, except
        case restrictionMotorcar = "restriction:motorcar"
        case restrictionMotorVehicle = "restriction:motor_vehicle"
        case hourOn = "hour_on"
        case dayOn = "day_on"
    }

    private var values: [Key: String] = [:]

    init(_ values: [Key: String] = [:]) { self.values = values }

    subscript(_ key: Key) -> String? {
        get { values[key] }
        set { values[key] = newValue }
    }

    // MARK: - What it is

    /// The kind of road; nil for what is none.
    var roadClass: RoadClass? {
        if let highway = self[.highway] { return self[.area] == "yes" ? nil : RoadClass(highway: highway) }
        return self[.route] == "ferry" ? .ferry : nil
    }

    /// A ring in which all go round in one direction.
    var isRoundabout: Bool { self[.junction] == "roundabout" || self[.junction] == "circular" }

    // MARK: - Who may

    private static let closed: Set<String> = [
        "no", "private", "agricultural", "forestry", "emergency", "military", "psv", "bus", "bicycle", "foot", "permit",
        "residents",
        "none", "official", "employees",
    ]

    /// What the first key that says something says: of a list, whether it has somebody for whom it is open.
    private func permission(_ keys: Key...) -> Bool? {
        keys.lazy.compactMap { self[$0] }.first.map { text in
            text.split(separator: ";").contains { !Self.closed.contains($0.trimmingCharacters(in: .whitespaces)) }
        }
    }

    /// Whether cars may, by what is said and what is usual on such a road.
    func allowsCars(_ road: RoadClass) -> Bool {
        road.drivingSpeed != nil && permission(.motorcar, .motorVehicle, .vehicle, .access) ?? true
    }

    /// Whether people on foot may.
    func allowsWalking(_ road: RoadClass) -> Bool {
        permission(.foot) ?? (road.isForWalking && permission(.access) ?? true)
    }

    /// In which directions of its nodes cars go; neither where the direction changes with the hour.
    func carDirections(_ road: RoadClass) -> (forward: Bool, backward: Bool) {
        switch self[.onewayMotorVehicle] ?? self[.oneway] {
        case "yes", "1", "true": (true, false)
        case "-1", "reverse": (false, true)
        case "reversible", "alternating": (false, false)
        case "no", "0", "false": (true, true)
        default: isRoundabout || road == .motorway ? (true, false) : (true, true)
        }
    }

    // MARK: - How fast

    /// What is signed, in km/h, if that is a speed.
    func speedLimit(_ key: Key) -> Double? { self[key].flatMap(Self.speed) }

    /// A speed as it is written: in km/h, or with `mph` or `knots` behind it.
    static func speed(_ text: String) -> Double? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        let digits = first.prefix { $0.isNumber || $0 == "." }
        let unit = first.count > digits.count ? first.dropFirst(digits.count) : words.dropFirst().first ?? "km/h"
        let factors = ["km/h": 1, "kmh": 1, "kph": 1, "mph": 1.609344, "knots": 1.852]
        guard let number = Double(decimal: digits), let factor = factors[unit.lowercased()] else { return nil }
        let speed = number * factor
        // What is slower or faster than any sign is a slip.
        return speeds.contains(speed) ? speed : nil
    }

    /// In km/h.
    static let speeds = 5.0...160

    /// How long a ferry takes, in seconds, as hours and minutes: `01:30`, or minutes alone.
    var duration: Double? {
        guard let text = self[.duration] else { return nil }
        let parts = text.split(separator: ":").map { Double(decimal: $0) }
        guard parts.count <= 3, !parts.isEmpty, parts.allSatisfy({ $0.map { $0 >= 0 && $0 < 10_000 } ?? false }) else {
            return nil
        }
        let numbers = parts.compactMap(\.self)
        return numbers.count == 1 ? numbers[0] * 60 : zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    // MARK: - Nodes

    private static let blocking: Set<String> = [
        "bollard", "block", "chain", "cycle_barrier", "debris", "full-height_turnstile", "horse_stile", "jersey_barrier",
        "kissing_gate", "log",
        "motorcycle_barrier", "planter", "rope", "stile", "turnstile", "wall", "fence", "hedge",
    ]

    /// Whether a car does not come past: a bollard, or a gate that is not for everybody.
    var blocksCars: Bool {
        guard let barrier = self[.barrier] else { return false }
        return permission(.motorcar, .motorVehicle, .vehicle, .access).map { !$0 } ?? Self.blocking.contains(barrier)
    }
}
