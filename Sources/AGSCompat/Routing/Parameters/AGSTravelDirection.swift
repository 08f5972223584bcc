import CairnTasks

/// Which way one travels between a facility and where it is needed.
public enum AGSTravelDirection: Int, Sendable {
    /// From the facility, as fire engines do.
    case fromFacility = 0
    /// To the facility, as to a shop.
    case toFacility = 1

    init(_ direction: TravelDirection) {
        self = direction == .fromFacility ? .fromFacility : .toFacility
    }

    var value: TravelDirection { self == .fromFacility ? .fromFacility : .toFacility }
}
