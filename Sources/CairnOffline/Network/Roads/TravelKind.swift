import CairnCore

/// What a network can be asked to keep short: a way of moving, and a cost.
package enum TravelKind: UInt8, CaseIterable, Sendable, Codable {
    case drivingTime = 0
    case drivingDistance = 1
    case walkingTime = 2

    /// As people are told.
    package var name: String {
        switch self {
        case .drivingTime: "Driving Time"
        case .drivingDistance: "Driving Distance"
        case .walkingTime: "Walking Time"
        }
    }

    /// As it is written on a command line.
    package var word: String { name.lowercased().replacing(" ", with: "-") }

    var isDriving: Bool { self != .walkingTime }

    /// What an edge costs forward and backward: milliseconds, or centimetres; ``Distance/none`` where one may not go.
    func weights(of edge: RoadDraft.Edge) -> (forward: UInt32, backward: UInt32) {
        switch self {
        case .drivingTime: (edge.drivingTime, edge.drivingTimeBack)
        case .drivingDistance:
            (
                edge.drivingTime < Distance.none ? Self.centimetres(edge) : Distance.none,
                edge.drivingTimeBack < Distance.none ? Self.centimetres(edge) : Distance.none
            )
        case .walkingTime:
            edge.isForWalking ? (Self.walkingTime(edge), Self.walkingTime(edge)) : (Distance.none, Distance.none)
        }
    }

    private static func centimetres(_ edge: RoadDraft.Edge) -> UInt32 { RoadLength.centimetres(millimetres: edge.length) }

    private static func walkingTime(_ edge: RoadDraft.Edge) -> UInt32 {
        walkingTime(edge.length, edge.roadClass, ferry: min(edge.drivingTime, edge.drivingTimeBack, edge.ferryTime))
    }

    /// At five kilometres an hour; on a ferry, as long as it takes, if that is known.
    private static func walkingTime(_ length: UInt32, _ roadClass: RoadClass, ferry time: UInt32) -> UInt32 {
        roadClass == .ferry && time < Distance.none ? time : UInt32(clamping: UInt64(length) * 72 / 100)
    }

    /// How long an edge takes, whatever is kept short.
    func milliseconds(of edge: RoadTable.Edge, isBackward: Bool) -> UInt32 {
        switch self {
        case .drivingTime, .drivingDistance: isBackward ? edge.drivingTimeBack : edge.drivingTime
        case .walkingTime:
            Self.walkingTime(edge.length, edge.roadClass, ferry: min(edge.drivingTime, edge.drivingTimeBack, edge.ferryTime))
        }
    }
}
