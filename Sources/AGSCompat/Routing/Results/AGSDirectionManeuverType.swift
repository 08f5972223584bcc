import CairnTasks

/// What is to be done.
public enum AGSDirectionManeuverType: Int, Sendable {
    /// It is not told.
    case unknown = 0
    /// One arrives.
    case stop = 1
    /// Straight on.
    case straight = 2
    /// Somewhat to the left.
    case bearLeft = 3
    /// Somewhat to the right.
    case bearRight = 4
    /// To the left.
    case turnLeft = 5
    /// To the right.
    case turnRight = 6
    /// Sharply to the left.
    case sharpLeft = 7
    /// Sharply to the right.
    case sharpRight = 8
    /// Back.
    case uTurn = 9
    /// Onto a ferry.
    case ferry = 10
    /// Into a roundabout.
    case roundabout = 11
    /// Onto a motorway.
    case highwayMerge = 12
    /// Off a motorway.
    case highwayExit = 13
    /// From one motorway to another.
    case highwayChange = 14
    /// The middle one of several.
    case forkCenter = 15
    /// The left one of several.
    case forkLeft = 16
    /// The right one of several.
    case forkRight = 17
    /// One sets out.
    case depart = 18
    /// Something to be known of the trip.
    case tripItem = 19
    /// Off a ferry.
    case endOfFerry = 20
    /// A ramp on the right.
    case rampRight = 21
    /// A ramp on the left.
    case rampLeft = 22
    /// To the left, and at once to the right.
    case turnLeftRight = 23
    /// To the right, and at once to the left.
    case turnRightLeft = 24
    /// To the right, and at once to the right again.
    case turnRightRight = 25
    /// To the left, and at once to the left again.
    case turnLeftLeft = 26
    /// A ramp for people on foot.
    case pedestrianRamp = 27
    /// An elevator.
    case elevator = 28
    /// An escalator.
    case escalator = 29
    /// Stairs.
    case stairs = 30
    /// A door.
    case doorPassage = 31

    /// Both have the same kinds, in the same order.
    init(_ kind: DirectionManeuver.Kind) {
        let number = DirectionManeuver.Kind.allCases.firstIndex(of: kind)
        self = number.flatMap(Self.init(rawValue:)) ?? .unknown
    }
}
