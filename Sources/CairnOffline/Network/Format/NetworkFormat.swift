import CairnCore

/// What a road-network file is; see Docs/NetworkFormat.md.
enum NetworkFormat {
    static let kind = BlockFormat.Kind(magic: 0x544E_5243, version: 1)

    /// The parts that all kinds of travel have in common.
    enum Section: UInt32 {
        case info = 1
        case texts
        case textStarts
        case vertices
        case edges
        case shape
        /// The roads at each vertex.
        case junctionStarts
        case junctions
        case pieces
        case tree
    }

    /// The parts that each kind of travel has of its own.
    enum TravelSection: UInt32, CaseIterable {
        /// The vertices of the states behind those that are vertices themselves.
        case copies
        case arcStarts
        case arcTails
        case arcHeads
        case arcWeights
        case arcRoads
        case enteringStarts
        case entering
        /// The place of each state in the hierarchy.
        case numbers
        case hierarchyStarts
        case hierarchyArcs
        /// What arcs consist of, at last of roads; see ``Hierarchy``.
        case hierarchyParts

        /// Whether every search reads it.
        var isOfHierarchy: Bool {
            switch self {
            case .numbers, .hierarchyStarts, .hierarchyArcs, .hierarchyParts: true
            default: false
            }
        }

        func number(_ kind: TravelKind) -> UInt32 { 64 + UInt32(kind.rawValue) * 32 + rawValue }
    }

    /// An edge as it stands in the file: ten numbers of four bytes.
    enum Edge {
        static let size = 40
        static let (from, to, length, drivingTime, drivingTimeBack) = (0, 4, 8, 12, 16)
        static let (name, reference, shapeStart, shapeCount) = (20, 24, 28, 32)
        static let (roadClass, flags) = (36, 37)
        static let (isRoundabout, isForWalking) = (UInt8(1), UInt8(2))
        /// A ferry without cars: what stands for the time of a car forward is how long it takes.
        static let isFootFerry = UInt8(4)
    }

    /// A road is looked for in pieces of so many segments.
    static let pieceLength = 8
}
