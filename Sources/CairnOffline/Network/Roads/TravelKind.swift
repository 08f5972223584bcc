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
        case .walkingTime: edge.isForWalking ? (Self.walkingTime(edge), Self.walkingTime(edge)) : (Distance.none, Distance.none)
        }
    }

    private static func centimetres(_ edge: RoadDraft.Edge) -> UInt32 { RoadLength.centimetres(millimetres: edge.length) }

    /// At five kilometres an hour; on a ferry, as long as it takes.
    private static func walkingTime(_ edge: RoadDraft.Edge) -> UInt32 {
        if edge.roadClass == .ferry, edge.drivingTime < Distance.none { return edge.drivingTime }
        return UInt32(clamping: UInt64(edge.length) * 72 / 100)
    }

    /// How long an edge takes, whatever is kept short.
    func milliseconds(of edge: RoadTable.Edge, isBackward: Bool) -> UInt32 {
        switch self {
        case .drivingTime, .drivingDistance: isBackward ? edge.drivingTimeBack : edge.drivingTime
        case .walkingTime:
            edge.roadClass == .ferry && edge.drivingTime < Distance.none
                ? edge.drivingTime : UInt32(clamping: UInt64(edge.length) * 72 / 100)
        }
    }
}
