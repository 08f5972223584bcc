import CairnCore
import CairnGeo
import CairnTasks

/// Finds the roads that barriers are in the way on.
struct ObstacleFinder {
    private let network: TravelNetwork
    private let finder: RoadFinder
    private(set) var obstacles = RoadObstacles()
    /// What is to be said of barriers.
    private(set) var messages: [String] = []
    private let most = SolvingBounds.current.comparisons
    private var comparisons = 0

    init(_ network: TravelNetwork, _ finder: RoadFinder) { (self.network, self.finder) = (network, finder) }

    private var kind: TravelKind { network.memory.kind }

    // MARK: - Places

    /// A place on the nearest road; at a junction, on all its roads.
    ///
    /// - Throws: ``BlockDamage``; ``SolvingExcess``; what `projected(to:)` throws; `CancellationError` if the calling task is cancelled; as the others do.
    mutating func add(_ barrier: PointBarrier, number: Int) throws {
        try take(1)
        let place = try Self.projected(.point(barrier.geometry))
        guard case .point(let point) = place,
            let match = try finder.nearest(to: point.position, within: MatchedStop.reach, kind.isOpen)
        else {
            let name = barrier.name.isEmpty ? "Point barrier \(number)" : barrier.name
            messages.append(
                "\(name) is in nobody's way: there is no road within \(Int(rounding: MatchedStop.reach / 1000) ?? 0) km.")
            return
        }
        let effect: RoadObstacles.Effect =
            barrier.kind == .restriction
            ? .closed : .added(cost: kind.cost(of: barrier.addedCosts), time: kind.milliseconds(of: barrier.addedCosts))
        for place in try places(of: match.point) {
            try put(from: place.share, to: place.share, effect, on: place.edge)
        }
    }

    /// At a junction it is at the ends of all roads.
    private func places(of point: EdgePoint) throws -> [EdgePoint] {
        guard point.isAtJunction else { return [point] }
        let edge = try network.roads.edge(point.edge)
        return try network.roads.roads(at: point.share <= 0 ? edge.from : edge.to).map { road in
            EdgePoint(edge: road / 2, share: road & 1 == 0 ? 0 : 1)
        }
    }

    // MARK: - Lines and areas

    /// A line closes the roads that it crosses where it does, or has them cost more from end to end.
    mutating func add(_ barrier: PolylineBarrier) throws {
        guard case .polyline(let drawn) = try Self.projected(.polyline(barrier.geometry)) else { return }
        let (shape, effect) = (ObstacleShape(drawn.paths), effect(barrier.scaleFactors))
        for edge in try finder.edges(in: shape.box) {
            let crossings = try crossings(of: try line(of: edge), shape)
            if crossings.isEmpty { continue }
            guard effect == .closed else {
                try put(from: 0, to: 1, effect, on: edge)
                continue
            }
            for share in crossings { try put(from: share, to: share, effect, on: edge) }
        }
    }

    /// An area closes what lies within it of roads, or has that cost more.
    mutating func add(_ barrier: PolygonBarrier) throws {
        guard case .polygon(let area) = try Self.projected(.polygon(barrier.geometry)) else { return }
        let shape = ObstacleShape(area.rings.map { $0 + $0.prefix(1) })
        let effect = effect(barrier.scaleFactors)
        for edge in try finder.edges(in: shape.box) {
            let line = try line(of: edge)
            let cuts = [0] + (try crossings(of: line, shape)).sorted() + [1]
            for (from, to) in zip(cuts, cuts.dropFirst()) where from < to {
                var count = 0
                let isInside = shape.contains(Self.place(on: line, at: (from + to) / 2), &count)
                try take(count)
                if isInside { try put(from: from, to: to, effect, on: edge) }
            }
        }
    }

    private func effect(_ factors: [String: Double]) -> RoadObstacles.Effect {
        if factors.isEmpty { return .closed }
        return .scaled(cost: kind.costNames.lazy.compactMap { factors[$0] }.first ?? 1, time: factors[kind.timeName] ?? 1)
    }

    // MARK: - Work

    /// Counts what is compared, what a road has come to have among it.
    private mutating func take(_ count: Int) throws {
        comparisons += count
        if comparisons > most { throw SolvingExcess(work: .comparingBarriers, limit: most) }
        try Task.checkCancellation()
    }

    private mutating func put(from: Double, to: Double, _ effect: RoadObstacles.Effect, on edge: UInt32) throws {
        try take(obstacles.add(RoadObstacles.Stretch(from: from, to: to, effect: effect), on: edge))
    }

    // MARK: - Lines of roads

    private mutating func line(of edge: UInt32) throws -> [Share] {
        try take(1)
        return Share.along(DateLine.onPlane(try network.roads.line(of: network.roads.edge(edge))))
    }

    /// A place of an edge, and which share of it lies before.
    private struct Share {
        let place: Position
        let share: Double

        static func along(_ line: [RoadDraft.Place]) -> [Share] {
            let measure = LineMeasure(from: line[0])
            var (passed, sums) = (0.0, [0.0])
            for (from, to) in zip(line, line.dropFirst()) {
                passed += measure.length(from, to)
                sums.append(passed)
            }
            return zip(line, sums).map { Share(place: $0.position, share: passed > 0 ? $1 / passed : 0) }
        }
    }

    private mutating func crossings(of line: [Share], _ shape: ObstacleShape) throws -> [Double] {
        var found: [Double] = []
        for (from, to) in zip(line, line.dropFirst()) {
            var count = 0
            found += shape.crossings(of: from.place, to.place, &count).map { from.share + (to.share - from.share) * $0 }
            try take(count)
        }
        return found
    }

    private static func place(on line: [Share], at share: Double) -> Position {
        for (from, to) in zip(line, line.dropFirst()) where share <= to.share && to.share > from.share {
            let part = (share - from.share) / (to.share - from.share)
            return Position(
                x: from.place.x + (to.place.x - from.place.x) * part, y: from.place.y + (to.place.y - from.place.y) * part)
        }
        return line[0].place
    }

    private static func projected(_ geometry: Geometry) throws -> Geometry {
        try geometry.spatialReference == nil ? geometry.mapPositions(.wgs84, \.self) : geometry.projected(to: .wgs84)
    }
}
