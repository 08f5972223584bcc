/// The parts of one edge that are reached, each place of it once, at the least cost.
struct CheapestParts {
    /// A part, as the edge was drawn, and whose it is.
    private struct Piece {
        let owner: Int
        let road: TravelNetwork.Road
        let source: Int
        let low: Double
        let high: Double
        let lowCost: Double
        let highCost: Double

        func cost(_ share: Double) -> Double {
            share <= low ? lowCost : share >= high ? highCost : lowCost + (highCost - lowCost) * (share - low) / (high - low)
        }

        func cut(_ low: Double, _ high: Double) -> Piece {
            Piece(owner: owner, road: road, source: source, low: low, high: high, lowCost: cost(low), highCost: cost(high))
        }
    }

    /// In the order of the edge; they do not overlap.
    private var pieces: [Piece] = []
    private var sourceCount = 0

    /// The parts, in the order of the edge.
    var parts: [(owner: Int, part: ReachedPart)] {
        pieces.map { piece in
            let isForward = piece.road & 1 == 0
            let part =
                isForward
                ? ReachedPart(
                    road: piece.road, from: piece.low, to: piece.high, fromCost: piece.lowCost, toCost: piece.highCost)
                : ReachedPart(
                    road: piece.road, from: 1 - piece.high, to: 1 - piece.low, fromCost: piece.highCost, toCost: piece.lowCost)
            return (piece.owner, part)
        }
    }

    /// Adds a part, which keeps what it reaches at less cost than all before it.
    mutating func add(_ part: ReachedPart, of owner: Int = 0) {
        let (low, high) = part.sharesAsDrawn
        guard low < high else { return }
        let isForward = part.road & 1 == 0
        let added = Piece(
            owner: owner, road: part.road, source: sourceCount, low: low, high: high,
            lowCost: isForward ? part.fromCost : part.toCost, highCost: isForward ? part.toCost : part.fromCost)
        sourceCount += 1
        let before = pieces
        pieces = []
        var begin = added.low
        for piece in before {
            append(added, begin, min(added.high, piece.low))
            let (low, high) = (max(piece.low, added.low), min(piece.high, added.high))
            if low < high {
                append(piece, piece.low, low)
                appendCheaper(piece, added, low, high)
                append(piece, high, piece.high)
            } else {
                append(piece, piece.low, piece.high)
            }
            begin = max(begin, piece.high)
        }
        append(added, begin, added.high)
    }

    /// Of two pieces that both run from one share to another, what is cheaper of each; what was there stays where they are equal.
    private mutating func appendCheaper(_ old: Piece, _ new: Piece, _ low: Double, _ high: Double) {
        let (atLow, atHigh) = (new.cost(low) - old.cost(low), new.cost(high) - old.cost(high))
        if atLow >= 0, atHigh >= 0 { return append(old, low, high) }
        if atLow <= 0, atHigh <= 0 { return append(new, low, high) }
        let crossing = low + (high - low) * atLow / (atLow - atHigh)
        append(atLow < 0 ? new : old, low, crossing)
        append(atLow < 0 ? old : new, crossing, high)
    }

    private mutating func append(_ piece: Piece, _ low: Double, _ high: Double) {
        guard low < high else { return }
        if let last = pieces.last, last.source == piece.source, last.high == low {
            pieces[pieces.count - 1] = Piece(
                owner: last.owner, road: last.road, source: last.source, low: last.low, high: high, lowCost: last.lowCost,
                highCost: piece.cost(high))
        } else {
            pieces.append(piece.cut(low, high))
        }
    }

    /// Each place of each edge once, with whoever reaches it at the least cost; the edges ascend.
    ///
    /// - Throws: `CancellationError` if the calling task is cancelled.
    static func parts(of reached: [FacilityReach]) throws -> [(owner: Int, part: ReachedPart)] {
        var all: [(owner: Int, part: ReachedPart)] = []
        for (owner, facility) in reached.enumerated() { for part in facility.parts { all.append((owner, part)) } }
        all.sort { ($0.part.road / 2, $0.owner) < ($1.part.road / 2, $1.owner) }
        var (parts, start) = ([(owner: Int, part: ReachedPart)](), 0)
        while start < all.count {
            try Task.checkCancellation()
            let edge = all[start].part.road / 2
            let end = all[start...].firstIndex { $0.part.road / 2 != edge } ?? all.count
            var cheapest = CheapestParts()
            for (owner, part) in all[start..<end] { cheapest.add(part, of: owner) }
            parts += cheapest.parts
            start = end
        }
        return parts
    }
}
