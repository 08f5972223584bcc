import CairnTasks

/// What is to be said of a maneuver, in no language yet.
struct ManeuverDescription: Sendable, Equatable {
    var kind: DirectionManeuver.Kind
    /// The name of the road that follows, or its number; empty if it has neither.
    var street = ""
    /// What the road that follows is, where it has no name.
    var roadClass = RoadClass.road
    /// Which exit of a roundabout, from 1.
    var exit: Int?
    /// Where one sets out to.
    var heading: CompassPoint?
    /// The name of a stop; empty if it has none.
    var stop = ""
    /// On which side the stop is: negative on the right, positive on the left, zero if on neither.
    var side = 0
}

/// A language that directions are told in.
protocol DirectionsLanguage: Sendable {
    /// As BCP 47 has it, such as `en`.
    var code: String { get }
    func text(_ maneuver: ManeuverDescription) -> String
}

/// The languages that there are.
enum DirectionsLanguages {
    static let all: [any DirectionsLanguage] = [EnglishDirections()]

    /// The language for a code such as `en-US`; English if there is none.
    static func language(for code: String) -> any DirectionsLanguage {
        let base = code.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
        return all.first { $0.code == base } ?? EnglishDirections()
    }
}
