import CairnCore

/// What is in the way on roads: closed stretches, stretches that cost more or less, and places that cost something to pass.
struct RoadObstacles: Sendable {
    /// What an obstacle does.
    enum Effect: Sendable, Hashable {
        /// Nobody comes past.
        case closed
        /// What is travelled of the stretch costs so many times as much, and takes so many times as long.
        case scaled(cost: Double, time: Double)
        /// Who comes there pays that much, and loses that many milliseconds.
        case added(cost: Double, time: Double)
    }

    /// From one share of an edge to another, as it was drawn; a place is a stretch of no length.
    struct Stretch: Sendable, Hashable {
        let from: Double
        let to: Double
        let effect: Effect
    }

    /// By edge. Those that are scaled do not overlap, so that passing a road takes no more work than it has stretches, however many barriers lie on it.
    private(set) var stretches: [UInt32: [Stretch]] = [:]

    var isEmpty: Bool { stretches.isEmpty }

    /// Where what is scaled overlaps, factors are multiplied.
    ///
    /// - Returns: How many stretches the edge has then.
    @discardableResult
    mutating func add(_ stretch: Stretch, on edge: UInt32) -> Int {
        if stretch.isScaled, stretch.from >= stretch.to { return stretches[edge]?.count ?? 0 }
        stretches[edge, default: []].add(stretch)
        return stretches[edge]?.count ?? 0
    }

    /// What a part of a road costs; ``Distance/none`` where it is closed.
    ///
    /// - Parameters:
    ///   - road: In the direction of travel.
    ///   - weight: What the whole road would cost without obstacles.
    ///   - start: The share where one begins, in the direction of travel.
    ///   - end: Where one ends.
    @inline(__always)
    func cost(of road: TravelNetwork.Road, _ weight: UInt32, from start: Double = 0, to end: Double = 1) -> UInt32 {
        guard let found = stretches[road / 2] else {
            return start == 0 && end == 1 ? weight : TravelNetwork.part(weight, end - start)
        }
        guard let cost = Self.sum(of: found, road, weight, start, end, isTime: false) else { return Distance.none }
        return UInt32(rounding: min(cost, Double(Distance.none))) ?? Distance.none
    }

    /// How many milliseconds a part of a road takes that would take `time` as a whole.
    func time(of road: TravelNetwork.Road, _ time: UInt32, from start: Double, to end: Double) -> Double {
        let plain = Double(time) * (end - start)
        return stretches[road / 2].flatMap { Self.sum(of: $0, road, time, start, end, isTime: true) } ?? plain
    }

    /// What is left of a share that is counted from the other end, and back.
    private static let rounding = 1e-12

    private static func sum(
        of stretches: [Stretch], _ road: TravelNetwork.Road, _ weight: UInt32, _ start: Double, _ end: Double, isTime: Bool
    ) -> Double? {
        // Who is beside a junction, for the side of the street, is at it.
        let (first, last) = (EdgePoint.ofJunctionBeside(start), EdgePoint.ofJunctionBeside(end))
        var (added, plain, scaled) = (0.0, end - start, 0.0)
        for stretch in stretches {
            let (from, to) = road & 1 == 0 ? (stretch.from, stretch.to) : (1 - stretch.to, 1 - stretch.from)
            guard from <= last + rounding, to >= first - rounding else { continue }
            switch stretch.effect {
            case .closed: return nil
            case .added(let cost, let time):
                // Paid by who comes there, and not by who sets out from there: so once by each, also at a stop and at a junction.
                guard from > first + rounding else { continue }
                added += isTime ? time : cost
            case .scaled(let cost, let time):
                let length = min(end, to) - max(start, from)
                guard length > 0 else { continue }
                plain -= length
                scaled += length * (isTime ? time : cost)
            }
        }
        return added + Double(weight) * (max(0, plain) + scaled)
    }
}
