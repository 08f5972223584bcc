import CairnTasks

/// Tells whether something is to be said where one road of a route meets the next, and what.
///
/// Said is what somebody who follows the road would not do by themselves: what turns, what has another name, and what is not the straightest of several
/// ways on. Where there is no choice and the name stays, nothing is said, however the road bends.
struct ManeuverChoice {
    private let from: RouteStep
    private let next: RouteStep
    private let crossing: Crossing

    init(from: RouteStep, to next: RouteStep, at crossing: Crossing) {
        (self.from, self.next, self.crossing) = (from, next, crossing)
    }

    /// The bounds between kinds of turns, in degrees.
    enum Bound {
        static let straight = 20.0
        static let bear = 45.0
        static let turn = 135.0
        static let sharp = 170.0
    }

    /// The kind of a turn by its angle alone.
    static func kind(ofTurn turn: Double) -> DirectionManeuver.Kind {
        switch turn {
        case ..<(-Bound.sharp), Bound.sharp...: .uTurn
        case ..<(-Bound.turn): .sharpLeft
        case ..<(-Bound.bear): .turnLeft
        case ..<(-Bound.straight): .bearLeft
        case ...Bound.straight: .straight
        case ...Bound.bear: .bearRight
        case ...Bound.turn: .turnRight
        default: .sharpRight
        }
    }

    /// What is to be said; nil if nothing is.
    var kind: DirectionManeuver.Kind? {
        if let kind = ferry ?? motorway { return kind }
        if next.road == from.road ^ 1 { return .uTurn }
        if crossing.others.isEmpty { return isSameStreet ? nil : Self.kind(ofTurn: crossing.turn) }
        if let kind = fork { return isSameStreet && isStraightest ? nil : kind }
        if isSameStreet, abs(crossing.turn) <= Bound.bear, isStraightest { return nil }
        return Self.kind(ofTurn: crossing.turn)
    }

    private var isSameStreet: Bool {
        from.edge.name == next.edge.name && (from.edge.name != 0 || from.edge.reference == next.edge.reference)
    }

    /// Whether no other way on is nearly as straight.
    private var isStraightest: Bool { crossing.others.allSatisfy { abs($0.turn) > abs(crossing.turn) + 10 } }

    private var ferry: DirectionManeuver.Kind? {
        switch (from.edge.roadClass == .ferry, next.edge.roadClass == .ferry) {
        case (false, true): .ferry
        case (true, false): .endOfFerry
        default: nil
        }
    }

    private var motorway: DirectionManeuver.Kind? {
        let (was, becomes) = (from.edge.roadClass, next.edge.roadClass)
        if was.isMotorway, becomes.isLink { return .highwayExit }
        if was.isLink, becomes.isMotorway { return .highwayMerge }
        let isRamp = becomes == .motorwayLink || becomes == .trunkLink
        if isRamp, !was.isLink, !was.isMotorway { return isLeftmost ? .rampLeft : .rampRight }
        if was.isMotorway, becomes.isMotorway, !isSameStreet, !crossing.others.isEmpty { return .highwayChange }
        return nil
    }

    private var isLeftmost: Bool {
        crossing.others.isEmpty ? crossing.turn < 0 : crossing.others.allSatisfy { $0.turn > crossing.turn }
    }

    /// One of two or three ways that all go about straight on.
    private var fork: DirectionManeuver.Kind? {
        guard abs(crossing.turn) <= Bound.bear else { return nil }
        let rivals = crossing.others.filter { abs($0.turn) <= Bound.bear }
        guard !rivals.isEmpty else { return nil }
        if rivals.allSatisfy({ $0.turn > crossing.turn }) { return .forkLeft }
        return rivals.allSatisfy { $0.turn < crossing.turn } ? .forkRight : .forkCenter
    }
}
