/// How obstacles of one edge come together.
extension [RoadObstacles.Stretch] {
    mutating func add(_ stretch: RoadObstacles.Stretch) {
        switch stretch.effect {
        case .closed: if !contains(where: { $0.effect == .closed && $0.holds(stretch) }) { append(stretch) }
        case .added: append(stretch)
        case .scaled: scale(stretch)
        }
    }

    /// Cuts what is scaled by now where another stretch begins and ends, and multiplies what lies between.
    private mutating func scale(_ stretch: RoadObstacles.Stretch) {
        let others = filter { $0.isScaled && $0.overlaps(stretch) }.sorted { $0.from < $1.from }
        removeAll { $0.isScaled && $0.overlaps(stretch) }
        var rest = stretch.from
        for other in others {
            append(from: other.from, to: stretch.from, other.effect)
            append(from: rest, to: other.from, stretch.effect)
            append(
                from: Swift.max(other.from, stretch.from), to: Swift.min(other.to, stretch.to),
                other.effect.multiplied(by: stretch.effect))
            append(from: stretch.to, to: other.to, other.effect)
            rest = other.to
        }
        append(from: rest, to: stretch.to, stretch.effect)
    }

    /// What has no length is left out.
    private mutating func append(from: Double, to: Double, _ effect: RoadObstacles.Effect) {
        if from < to { append(RoadObstacles.Stretch(from: from, to: to, effect: effect)) }
    }
}

extension RoadObstacles.Stretch {
    var isScaled: Bool { if case .scaled = effect { true } else { false } }

    fileprivate func holds(_ other: Self) -> Bool { from <= other.from && other.to <= to }

    fileprivate func overlaps(_ other: Self) -> Bool { from < other.to && other.from < to }
}

extension RoadObstacles.Effect {
    /// Both, where both are scaled.
    fileprivate func multiplied(by other: Self) -> Self {
        guard case .scaled(let cost, let time) = self, case .scaled(let otherCost, let otherTime) = other else { return self }
        // However many lie on each other, what comes of it is a number.
        return .scaled(cost: min(cost * otherCost, 1e15), time: min(time * otherTime, 1e15))
    }
}
