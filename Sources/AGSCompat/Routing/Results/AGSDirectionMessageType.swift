import CairnTasks

/// What a piece of text is.
public enum AGSDirectionMessageType: Int, Sendable {
    /// Something that has no name here.
    case unknown = -1
    /// A distance.
    case length = 0
    /// A time.
    case time = 1
    /// What sums up a part of the way.
    case summary = 2
    /// When one may arrive.
    case timeWindow = 3
    /// By how much one comes too late.
    case violationTime = 4
    /// How long one waits.
    case waitTime = 5
    /// How long one stays.
    case serviceTime = 6
    /// When one is there.
    case estimatedArrivalTime = 7
    /// How far it is from the beginning.
    case cumulativeLength = 8
    /// The name of a street.
    case streetName = 9
    /// Another name of a street.
    case alternativeName = 10
    /// What a sign shows of a way that branches off.
    case branch = 11
    /// Where a sign says that a way leads.
    case toward = 12
    /// The name of a street that is crossed.
    case crossStreet = 13
    /// The number of an exit.
    case exit = 14

    private static let named: [DirectionMessage.Kind: Self] = [
        .length: .length, .time: .time, .streetName: .streetName, .alternativeName: .alternativeName, .branch: .branch,
        .toward: .toward, .crossStreet: .crossStreet, .exit: .exit,
    ]

    init(_ kind: DirectionMessage.Kind) {
        self = Self.named[kind] ?? .unknown
    }
}
