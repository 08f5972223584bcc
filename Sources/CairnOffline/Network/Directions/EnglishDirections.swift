import CairnTasks

/// Directions in English.
struct EnglishDirections: DirectionsLanguage {
    let code = "en"

    func text(_ maneuver: ManeuverDescription) -> String {
        switch maneuver.kind {
        case .depart: "Start at \(stop(maneuver))"
        case .stop: "Arrive at \(stop(maneuver))" + side(maneuver)
        case .roundabout:
            maneuver.exit.map { "At the roundabout, take the \(ordinal($0)) exit" + onto(maneuver) } ?? "Enter the roundabout"
        case .ferry: maneuver.street.isEmpty ? "Take the ferry" : "Take the ferry \(maneuver.street)"
        case .endOfFerry: "Leave the ferry" + onto(maneuver)
        case .straight: maneuver.heading.map { "Go \($0)" + on(maneuver) } ?? "Continue" + onto(maneuver)
        default: (Self.verbs[maneuver.kind] ?? "Continue") + onto(maneuver)
        }
    }

    private static let verbs: [DirectionManeuver.Kind: String] = [
        .bearLeft: "Bear left", .bearRight: "Bear right", .turnLeft: "Turn left", .turnRight: "Turn right",
        .sharpLeft: "Turn sharply left",
        .sharpRight: "Turn sharply right", .uTurn: "Make a U-turn", .highwayMerge: "Merge", .highwayExit: "Take the exit",
        .highwayChange: "Change",
        .rampLeft: "Take the ramp on the left", .rampRight: "Take the ramp on the right", .forkLeft: "Keep left",
        .forkRight: "Keep right",
        .forkCenter: "Keep to the middle",
    ]

    private func onto(_ maneuver: ManeuverDescription) -> String {
        if !maneuver.street.isEmpty { return " onto \(maneuver.street)" }
        return Self.nouns[maneuver.roadClass].map { " onto the \($0)" } ?? ""
    }

    private func on(_ maneuver: ManeuverDescription) -> String {
        if !maneuver.street.isEmpty { return " on \(maneuver.street)" }
        return Self.nouns[maneuver.roadClass].map { " on the \($0)" } ?? ""
    }

    private static let nouns: [RoadClass: String] = [
        .motorway: "motorway", .trunk: "trunk road", .service: "service road", .track: "track", .pedestrian: "pedestrian street",
        .footway: "footpath", .path: "path", .steps: "steps", .cycleway: "cycle path", .bridleway: "bridle path",
        .corridor: "corridor",
    ]

    private func stop(_ maneuver: ManeuverDescription) -> String { maneuver.stop.isEmpty ? "your destination" : maneuver.stop }

    private func side(_ maneuver: ManeuverDescription) -> String {
        maneuver.side == 0 ? "" : maneuver.side < 0 ? ", on the right" : ", on the left"
    }

    private func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (1, let rest) where rest != 11: "\(number)st"
        case (2, let rest) where rest != 12: "\(number)nd"
        case (3, let rest) where rest != 13: "\(number)rd"
        default: "\(number)th"
        }
    }
}
