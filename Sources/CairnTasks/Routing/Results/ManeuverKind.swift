extension DirectionManeuver {
    /// What is to be done.
    ///
    /// - Source: ArcGIS REST API, *Route service*, `maneuverType`; the spellings of those that no recorded answer has are taken from the numbers' names.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is not told.
        case unknown = "esriDMTUnknown"
        /// One arrives.
        case stop = "esriDMTStop"
        /// Straight on.
        case straight = "esriDMTStraight"
        /// Somewhat to the left.
        case bearLeft = "esriDMTBearLeft"
        /// Somewhat to the right.
        case bearRight = "esriDMTBearRight"
        /// To the left.
        case turnLeft = "esriDMTTurnLeft"
        /// To the right.
        case turnRight = "esriDMTTurnRight"
        /// Sharply to the left.
        case sharpLeft = "esriDMTSharpLeft"
        /// Sharply to the right.
        case sharpRight = "esriDMTSharpRight"
        /// Back.
        case uTurn = "esriDMTUTurn"
        /// Onto a ferry.
        case ferry = "esriDMTFerry"
        /// Into a roundabout.
        case roundabout = "esriDMTRoundabout"
        /// Onto a motorway.
        case highwayMerge = "esriDMTHighwayMerge"
        /// Off a motorway.
        case highwayExit = "esriDMTHighwayExit"
        /// From one motorway to another.
        case highwayChange = "esriDMTHighwayChange"
        /// The middle one of several.
        case forkCenter = "esriDMTForkCenter"
        /// The left one of several.
        case forkLeft = "esriDMTForkLeft"
        /// The right one of several.
        case forkRight = "esriDMTForkRight"
        /// One sets out.
        case depart = "esriDMTDepart"
        /// Something to be known of the trip.
        case tripItem = "esriDMTTripItem"
        /// Off a ferry.
        case endOfFerry = "esriDMTEndOfFerry"
        /// A ramp on the right.
        case rampRight = "esriDMTRampRight"
        /// A ramp on the left.
        case rampLeft = "esriDMTRampLeft"
        /// To the left, and at once to the right.
        case turnLeftRight = "esriDMTTurnLeftRight"
        /// To the right, and at once to the left.
        case turnRightLeft = "esriDMTTurnRightLeft"
        /// To the right, and at once to the right again.
        case turnRightRight = "esriDMTTurnRightRight"
        /// To the left, and at once to the left again.
        case turnLeftLeft = "esriDMTTurnLeftLeft"
        /// A ramp for people on foot.
        case pedestrianRamp = "esriDMTPedestrianRamp"
        /// An elevator.
        case elevator = "esriDMTElevator"
        /// An escalator.
        case escalator = "esriDMTEscalator"
        /// Stairs.
        case stairs = "esriDMTStairs"
        /// A door.
        case doorPassage = "esriDMTDoorPassage"
    }
}
