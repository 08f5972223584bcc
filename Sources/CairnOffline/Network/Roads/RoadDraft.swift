import CairnCore

/// A road network as it is read from a source, before it is written: places where roads meet or end, and the roads between them.
struct RoadDraft: Sendable {
    /// A road from one vertex to another, with what lies between.
    struct Edge: Sendable {
        var from: UInt32
        var to: UInt32
        var roadClass: RoadClass
        var isRoundabout = false
        /// In millimetres.
        var length: UInt32
        /// How long cars take forward and backward, in milliseconds; ``Distance/none`` where they may not.
        var drivingTime = Distance.none
        var drivingTimeBack = Distance.none
        var isForWalking = false
        /// How long a ferry takes that does not carry cars, in milliseconds.
        var ferryTime = Distance.none
        /// The numbers of its name and of its number in ``RoadDraft/texts``.
        var name: UInt32 = 0
        var reference: UInt32 = 0
        /// The vertices of its line between its ends, in ``RoadDraft/shape``.
        var shape: Range<Int> = 0..<0
    }

    /// A turn that is forbidden, or the only one that is allowed, for cars.
    struct TurnRestriction: Sendable, Hashable {
        let from: UInt32
        let over: UInt32
        let to: UInt32
        let isOnly: Bool
    }

    /// A place in 10⁻⁷ degrees.
    struct Place: Sendable, Hashable, BitwiseCopyable {
        let longitude: Int32
        let latitude: Int32
    }

    var vertices: [Place] = []
    var edges: [Edge] = []
    var shape: [Place] = []
    var restrictions: [TurnRestriction] = []
    /// The vertices that cars do not come past.
    var blocked: [UInt32] = []
    private(set) var texts: [String] = [""]
    private var numbers: [String: UInt32] = ["": 0]

    /// Whether the numbers of a file, of 32 bits, are enough: one of them is a flag, roads are counted twice, and so are junctions with the states that
    /// forbidden turns add.
    var hasNumbersForAll: Bool {
        vertices.count < 1 << 30 && edges.count < 1 << 29 && shape.count < 1 << 32 && texts.count < 1 << 32
    }

    /// So many roads may meet at a junction, those counted twice that begin and end there. Where more meet there is an error in the data, and nobody is
    /// served by what it would cost: of turns that are forbidden each road of a junction has to do with each other.
    static let mostRoadsAtJunction = 256

    /// The first junction where more roads meet than may; nil if there is none.
    func overcrowdedJunction() -> (place: Place, roadCount: Int)? {
        var counts = [Int](repeating: 0, count: vertices.count)
        for edge in edges { for end in [edge.from, edge.to] { counts[Int(end)] += 1 } }
        return counts.firstIndex { $0 > Self.mostRoadsAtJunction }.map { (vertices[$0], counts[$0]) }
    }

    /// The number of a text.
    mutating func number(of text: String) -> UInt32 {
        if let number = numbers[text] { return number }
        let number = UInt32(truncatingIfNeeded: texts.count)
        texts.append(text)
        numbers[text] = number
        return number
    }
}
