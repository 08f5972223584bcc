/// What a cut leaves, by which side of the cutter it lies on.
struct CutSides {
    enum Side { case left, right, both }

    private var left: [[Position]] = []
    private var right: [[Position]] = []
    private var others: [[[Position]]] = []
    private var uncut: [[Position]] = []

    /// - Parameter side: Nil for what the cutter does not bound.
    mutating func add(_ part: [[Position]], _ side: Side?) {
        switch side {
        case .left: left += part
        case .right: right += part
        case .both: others.append(part)
        case nil: uncut += part
        }
    }

    /// The left parts together, the right ones together, each of those between, and what was left over; nothing if nothing was cut.
    var groups: [[[Position]]] {
        if left.isEmpty, right.isEmpty, others.isEmpty { return [] }
        return ([left, right] + others + [uncut]).filter { !$0.isEmpty }
    }
}

extension CutSides.Side {
    /// The side of what lies on one already.
    func and(_ other: CutSides.Side?) -> CutSides.Side { other == nil || other == self ? self : .both }
}
