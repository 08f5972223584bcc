import CairnCore

/// What is in the way on roads: closed stretches, stretches that cost more or less, and places that cost something to pass.
struct RoadObstacles: Sendable {
    /// What an obstacle does.
    enum Effect: Sendable, Hashable {
        /// Nobody comes past.
        case closed
        /// What is travelled of the stretch costs so many times as much, and takes so many times as long.
        case scaled(cost: Double, time: Double)
        /// Who comes past pays that much, and loses that many milliseconds.
        case added(cost: Double, time: Double)
    }

    /// From one share of an edge to another, as it was drawn; a place is a stretch of no length.
    struct Stretch: Sendable, Hashable {
        let from: Double
        let to: Double
        let effect: Effect
    }

    private(set) var stretches: [UInt32: [Stretch]] = [:]

    var isEmpty: Bool { stretches.isEmpty }

    mutating func add(_ stretch: Stretch, on edge: UInt32) { stretches[edge, default: []].append(stretch) }

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

    private static func sum(
        of stretches: [Stretch], _ road: TravelNetwork.Road, _ weight: UInt32, _ start: Double, _ end: Double, isTime: Bool
    ) -> Double? {
        let (low, high) = road & 1 == 0 ? (start, end) : (1 - end, 1 - start)
        var (added, scaled) = (0.0, [(from: Double, to: Double, factor: Double)]())
        for stretch in stretches where stretch.from <= high && stretch.to >= low {
            switch stretch.effect {
            case .closed: return nil
            case .added(let cost, let time): added += isTime ? time : cost
            case .scaled(let cost, let time):
                scaled.append((max(low, stretch.from), min(high, stretch.to), isTime ? time : cost))
            }
        }
        return added + Double(weight) * length(from: low, to: high, scaled)
    }

    /// What a part amounts to where stretches of it count several times; where they overlap, their factors are multiplied.
    private static func length(from low: Double, to high: Double, _ scaled: [(from: Double, to: Double, factor: Double)])
        -> Double
    {
        if scaled.isEmpty { return high - low }
        let cuts = ([low, high] + scaled.flatMap { [$0.from, $0.to] }).sorted()
        var sum = 0.0
        for (from, to) in zip(cuts, cuts.dropFirst()) where to > from {
            let middle = (from + to) / 2
            sum += scaled.reduce(to - from) { $1.from <= middle && middle <= $1.to ? $0 * $1.factor : $0 }
        }
        return sum
    }
}
