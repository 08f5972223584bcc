import CairnCore

/// Some of the roads of a network, by their numbers.
struct RoadSet: Sendable {
    private var words: [UInt64]

    /// - Parameter roadCount: Above all numbers of roads.
    init(roadCount: Int) { words = Array(repeating: 0, count: (roadCount + 63) / 64) }

    /// - Parameter road: Below the count of roads.
    mutating func insert(_ road: TravelNetwork.Road) { words[Int(road >> 6)] |= 1 << UInt64(road & 63) }

    /// - Parameter road: Below the count of roads.
    @inline(__always)
    func contains(_ road: TravelNetwork.Road) -> Bool { words[Int(road >> 6)] & 1 << UInt64(road & 63) != 0 }
}
