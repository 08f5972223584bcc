import CairnCore

extension RoadDraft {
    /// Appends a road with its line, whose ends are those of the road.
    ///
    /// One that crosses 180° of longitude becomes several, with a road of no length over that line: so none goes the long way round the earth.
    mutating func append(_ road: Edge, along line: [Place]) {
        let pieces = DateLine.pieces(of: line)
        guard pieces.count > 1 else { return append(road, shape: line) }
        let lengths = pieces.map { RoadLength.metres(along: $0) }
        let total = max(lengths.reduce(0, +), .leastNormalMagnitude)
        var (tail, start) = (road.from, 0.0)
        for index in pieces.indices.dropLast() {
            let (head, end) = (append(pieces[index].last ?? line[0]), min(1, start + lengths[index] / total))
            append(road.part(from: start, to: end, tail, head), shape: pieces[index])
            tail = append(pieces[index + 1][0])
            append(road.part(from: end, to: end, head, tail), shape: [])
            start = end
        }
        append(road.part(from: start, to: 1, tail, road.to), shape: pieces[pieces.count - 1])
    }

    private mutating func append(_ place: Place) -> UInt32 {
        vertices.append(place)
        return UInt32(truncatingIfNeeded: vertices.count - 1)
    }

    private mutating func append(_ edge: Edge, shape line: [Place]) {
        var edge = edge
        edge.shape = shape.count..<shape.count + max(0, line.count - 2)
        shape += line.dropFirst().dropLast()
        edges.append(edge)
    }
}

extension RoadDraft.Edge {
    /// What lies between two shares of it, between two vertices: of all parts of it the lengths, and the times, add up to its own.
    fileprivate func part(from start: Double, to end: Double, _ tail: UInt32, _ head: UInt32) -> RoadDraft.Edge {
        func part(_ measure: UInt32) -> UInt32 { share(measure, end) - share(measure, start) }
        func time(_ time: UInt32) -> UInt32 { time < Distance.none ? part(time) : time }
        var edge = self
        (edge.from, edge.to, edge.length) = (tail, head, part(length))
        (edge.drivingTime, edge.drivingTimeBack, edge.ferryTime) = (time(drivingTime), time(drivingTimeBack), time(ferryTime))
        return edge
    }

    private func share(_ measure: UInt32, _ share: Double) -> UInt32 { UInt32(rounding: Double(measure) * share) ?? 0 }
}
