import CairnCore
import CairnGeo
import CairnTasks

/// Draws areas around what is reached of roads: everything that is as near to it as the parameters say.
struct AreaPainter {
    private let network: TravelNetwork
    private let image: NetworkImage
    private let parameters: ServiceAreaParameters
    /// How far from roads areas end, in metres.
    private let width: Double

    /// How far from roads areas can end, in metres.
    static let widths = 1.0...100_000.0

    /// What is not trimmed ends so far from roads, in metres.
    private static let untrimmed = 1000.0

    init(_ query: NetworkQuery, _ parameters: ServiceAreaParameters) {
        (network, image, self.parameters) = (query.network, query.image, parameters)
        width = (parameters.polygonBufferDistance ?? Self.untrimmed).clamped(to: Self.widths)
    }

    private var cell: Double {
        switch parameters.polygonDetail {
        case .generalized: width / 1.5
        case .standard: width / 2.5
        case .high: width / 5
        }
    }

    /// A grid with room for all of it; nil if nothing is reached.
    func frame(of reached: [FacilityReach]) throws -> DistanceField.Frame? {
        var box = BoxTree.Box()
        try forEachLine(of: reached.flatMap(\.parts)) { for place in $0 { box.add(place.position) } }
        guard box.xMin <= box.xMax else { return nil }
        return DistanceField.Frame(around: box, margin: width, cell: cell)
    }

    /// The lines of parts, each edge once where it is travelled both ways.
    private func forEachLine(of parts: [ReachedPart], _ body: ([RoadDraft.Place]) -> Void) throws {
        let roads = network.roads
        var whole: Set<UInt32> = []
        for part in parts {
            let edge = part.road / 2
            if whole.contains(edge) { continue }
            if part.from <= 0, part.to >= 1 { whole.insert(edge) }
            let line = try roads.line(of: roads.edge(edge))
            if part.from <= 0, part.to >= 1 {
                body(line)
            } else {
                let (from, to) = part.road & 1 == 0 ? (part.from, part.to) : (1 - part.to, 1 - part.from)
                body(RouteStep.part(of: line, from: from, to: to, LineMeasure(from: line[0])))
            }
        }
    }

    /// How far each node of a grid is from an area: below zero within.
    ///
    /// - Parameter others: What belongs to other facilities: what is nearer to that is not of the area.
    func depths(of parts: [ReachedPart], beside others: [ReachedPart], _ frame: DistanceField.Frame) throws -> [Float] {
        // Nodes at least, or an area would fall into pieces.
        let within = max(1, width / frame.cell)
        let reach = within + 1.5
        var field = DistanceField(frame, reach: reach)
        try forEachLine(of: parts) { Self.add($0, to: &field) }
        var depths = field.depths(within: within)
        if parameters.polygonDetail != .high, others.isEmpty { try fillHoles(&depths, parts, frame) }
        if others.isEmpty { return depths }
        var beside = DistanceField(frame, reach: reach)
        try forEachLine(of: others) { Self.add($0, to: &beside) }
        let (own, other) = (field.depths(within: within), beside.depths(within: within))
        for node in depths.indices { depths[node] = max(depths[node], (own[node] - other[node]) / 2) }
        return depths
    }

    private static func add(_ line: [RoadDraft.Place], to field: inout DistanceField) {
        for (start, end) in zip(line, line.dropFirst()) { field.add(start.position, end.position) }
    }

    // MARK: - Holes

    /// What lies within an area and has no road that is not reached, such as a park, belongs to it.
    private func fillHoles(_ depths: inout [Float], _ parts: [ReachedPart], _ frame: DistanceField.Frame) throws {
        let isMissed = try missed(parts, frame)
        var isOpen = [Bool](repeating: false, count: depths.count)
        let columns = frame.columns
        for first in depths.indices where depths[first] >= 0 && !isOpen[first] {
            var (hole, next, keeps) = ([first], 0, false)
            isOpen[first] = true
            while next < hole.count {
                let node = hole[next]
                next += 1
                let (column, row) = (node % columns, node / columns)
                if column == 0 || row == 0 || column == columns - 1 || row == frame.rows - 1 || isMissed[node] { keeps = true }
                for neighbour in [
                    column > 0 ? node - 1 : -1, column < columns - 1 ? node + 1 : -1, node - columns, node + columns,
                ]
                where depths.indices.contains(neighbour) && depths[neighbour] >= 0 && !isOpen[neighbour] {
                    isOpen[neighbour] = true
                    hole.append(neighbour)
                }
            }
            if !keeps { for node in hole { depths[node] = -1 } }
        }
    }

    /// The nodes beside which a road runs that is not reached.
    private func missed(_ parts: [ReachedPart], _ frame: DistanceField.Frame) throws -> [Bool] {
        var (missed, whole) = ([Bool](repeating: false, count: frame.columns * frame.rows), Set<UInt32>())
        for part in parts where part.from <= 0 && part.to >= 1 { whole.insert(part.road / 2) }
        let kind = network.memory.kind
        for index in try image.finder.edges(in: frame.box) where !whole.contains(index) {
            let edge = try network.roads.edge(index)
            guard kind.isOpen(edge) else { continue }
            let line = try network.roads.line(of: edge).map { frame.inCells($0.position) }
            for (start, end) in zip(line, line.dropFirst()) { Self.mark(start, end, frame, &missed) }
        }
        return missed
    }

    /// Marks the nodes along a line, in cells.
    private static func mark(
        _ start: (x: Double, y: Double), _ end: (x: Double, y: Double), _ frame: DistanceField.Frame, _ marks: inout [Bool]
    ) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up).clamped(to: 1...1e5)
        for step in stride(from: 0, through: steps, by: 1) {
            let share = step / steps
            guard let column = Int(rounding: start.x + (end.x - start.x) * share),
                let row = Int(rounding: start.y + (end.y - start.y) * share), (0..<frame.columns).contains(column),
                (0..<frame.rows).contains(row)
            else { continue }
            marks[row * frame.columns + column] = true
        }
    }

    // MARK: - Splitting

    /// Leaves each part of a road to the facility to which it is closest.
    func split(_ reached: [FacilityReach]) throws -> [FacilityReach] {
        var pieces: [UInt32: [(owner: Int, part: ReachedPart)]] = [:]
        for (owner, facility) in reached.enumerated() {
            for part in facility.parts { pieces[part.road / 2, default: []].append((owner, part)) }
        }
        var own = reached.map { FacilityReach(index: $0.index, cutoffs: $0.cutoffs, parts: []) }
        for (edge, found) in pieces {
            if found.allSatisfy({ $0.owner == found[0].owner }) {
                own[found[0].owner].parts += found.map(\.part)
                continue
            }
            for (owner, part) in Self.closest(found, on: edge) { own[owner].parts.append(part) }
        }
        return own
    }

    /// An edge is cut into pieces, each of which belongs to who comes to its middle first.
    private static func closest(_ found: [(owner: Int, part: ReachedPart)], on edge: UInt32) -> [(owner: Int, part: ReachedPart)]
    {
        let pieces = 16
        var closest: [(owner: Int, part: ReachedPart)] = []
        for piece in 0..<pieces {
            let (low, high) = (Double(piece) / Double(pieces), Double(piece + 1) / Double(pieces))
            let candidates = found.compactMap { owner, part in part.piece(from: low, to: high).map { (owner, $0) } }
            if let best = candidates.min(by: { $0.1.fromCost + $0.1.toCost < $1.1.fromCost + $1.1.toCost }) {
                closest.append((owner: best.0, part: best.1))
            }
        }
        return closest
    }

    // MARK: - The polygon

    func polygon(_ rings: [[Position]]) throws -> Geometry.Polygon {
        let polygon = Geometry.polygon(Geometry.Polygon(rings: rings, spatialReference: .wgs84))
        guard case .polygon(let projected) = try polygon.projected(to: parameters.outputSpatialReference ?? .wgs84) else {
            throw BlockDamage()
        }
        return projected
    }
}

extension ReachedPart {
    /// What of it lies between two shares of its edge, as that was drawn; nil if nothing does.
    func piece(from low: Double, to high: Double) -> ReachedPart? {
        let (start, end) = road & 1 == 0 ? (max(from, low), min(to, high)) : (max(from, 1 - high), min(to, 1 - low))
        guard start < end, to > from else { return nil }
        func cost(_ share: Double) -> Double { fromCost + (toCost - fromCost) * (share - from) / (to - from) }
        return ReachedPart(road: road, from: start, to: end, fromCost: cost(start), toCost: cost(end))
    }
}

extension DistanceField.Frame {
    /// In degrees.
    var box: BoxTree.Box {
        var box = BoxTree.Box()
        box.add(place(x: 0, y: 0))
        box.add(place(x: Double(columns - 1), y: Double(rows - 1)))
        return box
    }
}
