import CairnCore

/// A road of a route, or the part of it that is travelled.
struct RouteStep: Sendable {
    let road: TravelNetwork.Road
    let edge: RoadTable.Edge
    /// In the direction of travel; two places at least.
    let line: [RoadDraft.Place]
    /// In metres.
    let length: Double
    /// In metres, as those reckon who keep distances short: with what barriers multiply and add.
    let reckonedLength: Double
    /// In seconds.
    let time: Double

    /// The junction it leads to, if it is travelled to its end.
    var head: UInt32 { road & 1 == 0 ? edge.to : edge.from }

    /// Whether it leads nowhere, and so in no direction.
    var isPlace: Bool { line.allSatisfy { DateLine.isSame($0, line[0]) } }

    /// - Parameters:
    ///   - road: In the direction of travel.
    ///   - start: Where it begins, 0…1 in that direction.
    ///   - end: Where it ends, not before it begins.
    /// - Throws: ``BlockDamage``.
    init(
        _ road: TravelNetwork.Road, from start: Double, to end: Double, in roads: RoadTable, by kind: TravelKind,
        around obstacles: RoadObstacles = RoadObstacles()
    ) throws(BlockDamage) {
        (self.road, edge) = (road, try roads.edge(road / 2))
        let whole = try roads.line(of: edge)
        line = Self.part(of: road & 1 == 0 ? whole : whole.reversed(), from: start, to: end, LineMeasure(from: whole[0]))
        length = Double(edge.length) / 1000 * (end - start)
        reckonedLength =
            kind == .drivingDistance && !obstacles.isEmpty
            ? Double(obstacles.cost(of: road, RoadLength.centimetres(millimetres: edge.length), from: start, to: end)) / 100
            : length
        time = obstacles.time(of: road, kind.milliseconds(of: edge, isBackward: road & 1 == 1), from: start, to: end) / 1000
    }

    /// The part of a line between two shares of it.
    static func part(of line: [RoadDraft.Place], from start: Double, to end: Double, _ measure: LineMeasure) -> [RoadDraft.Place]
    {
        if start <= 0, end >= 1 { return line }
        let lengths = zip(line, line.dropFirst()).map { measure.length($0, $1) }
        let total = lengths.reduce(0, +)
        guard total > 0 else { return [line[0], line[line.count - 1]] }
        var (part, passed) = ([RoadDraft.Place](), 0.0)
        for (index, length) in lengths.enumerated() {
            let (first, last) = (passed / total, (passed + length) / total)
            if part.isEmpty, start <= last, length > 0 {
                part.append(place(line[index], line[index + 1], (start - first) / (last - first)))
            }
            if !part.isEmpty, end <= last, length > 0 {
                part.append(place(line[index], line[index + 1], (end - first) / (last - first)))
                return part
            }
            if !part.isEmpty, part.last != line[index + 1] { part.append(line[index + 1]) }
            passed += length
        }
        if part.count < 2 { part.append(line[line.count - 1]) }
        return part
    }

    private static func place(_ from: RoadDraft.Place, _ to: RoadDraft.Place, _ share: Double) -> RoadDraft.Place {
        if DateLine.isSame(from, to) { return share < 1 ? from : to }
        let share = share.clamped(to: 0...1)
        func between(_ a: Int32, _ b: Int32) -> Int32 { Int32(rounding: Double(a) + (Double(b) - Double(a)) * share) ?? a }
        return RoadDraft.Place(longitude: between(from.longitude, to.longitude), latitude: between(from.latitude, to.latitude))
    }
}
