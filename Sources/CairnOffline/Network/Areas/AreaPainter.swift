import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Draws areas around what is reached of roads: everything that is as near to it as the parameters say.
struct AreaPainter {
    private let network: TravelNetwork
    private let image: NetworkImage
    private let parameters: ServiceAreaParameters
    private var lines: RoadLines
    /// How far from roads areas end, in metres.
    private let width: Double
    private var drawnNodes = 0

    /// How far from roads areas can end, in metres.
    static let widths = 1.0...100_000.0

    /// What is not trimmed ends so far from roads, in metres.
    private static let untrimmed = 1000.0

    init(_ query: NetworkQuery, _ parameters: ServiceAreaParameters) {
        (network, image, self.parameters) = (query.network, query.image, parameters)
        lines = RoadLines(query.network.roads)
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
    mutating func frame(of reached: [FacilityReach]) throws -> DistanceField.Frame? {
        var (box, first) = (BoxTree.Box(), Double?.none)
        try lines.forEach(in: coverage(of: reached.flatMap(\.parts))) {
            for position in $0.lazy.map(\.position) {
                let base = first ?? position.x
                first = base
                // On from 180 degrees, so that the grid is as wide as what is reached, and not as the Earth.
                box.add(Position(x: base + remainder(position.x - base, 360), y: position.y))
            }
        }
        guard box.xMin <= box.xMax else { return nil }
        return DistanceField.Frame(around: box, margin: width, cell: cell)
    }

    /// How far nodes are from parts of roads.
    mutating func field(of parts: [ReachedPart], _ frame: DistanceField.Frame) throws -> DistanceField {
        try field(of: coverage(of: parts), frame)
    }

    private mutating func field(of coverage: EdgeCoverage, _ frame: DistanceField.Frame) throws -> DistanceField {
        drawnNodes += frame.columns * frame.rows
        try SolvingBounds.current.check(drawnNodes: drawnNodes)
        var field = DistanceField(frame, reach: within(frame) + 1.5)
        try lines.forEach(in: coverage) { field.add($0) }
        return field
    }

    private func coverage(of parts: [ReachedPart]) -> EdgeCoverage { EdgeCoverage(parts, edgeCount: network.roads.edgeCount) }

    /// How wide areas are in cells: one at least, or they would fall into pieces.
    private func within(_ frame: DistanceField.Frame) -> Double { max(1, width / frame.cell) }

    /// How far each node of a grid is from an area: below zero within.
    ///
    /// - Parameter frontier: Above zero where nodes belong to another facility.
    mutating func depths(of parts: [ReachedPart], within frontier: [Float]?, _ frame: DistanceField.Frame) throws -> [Float] {
        let coverage = coverage(of: parts)
        var depths = try field(of: coverage, frame).depths(within: within(frame))
        if let frontier { for node in depths.indices { depths[node] = max(depths[node], frontier[node]) } }
        if parameters.polygonDetail != .high {
            AreaHoles(columns: frame.columns, isMissed: try missed(by: coverage, frame)).fill(&depths)
        }
        return depths
    }

    // MARK: - Roads that are not reached

    /// The nodes beside which a road runs that is not reached.
    private mutating func missed(by coverage: EdgeCoverage, _ frame: DistanceField.Frame) throws -> [Bool] {
        var missed = [Bool](repeating: false, count: frame.columns * frame.rows)
        let kind = network.memory.kind
        for index in try frame.boxes.flatMap({ (box) throws(BlockDamage) in try image.finder.edges(in: box) })
        where !coverage.whole.contains(index) {
            guard kind.isOpen(try network.roads.edge(index)) else { continue }
            let line = try lines.line(of: index).map { frame.inCells($0.position) }
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

    // MARK: - The polygon

    func polygon(_ rings: [[Position]]) throws -> Geometry.Polygon {
        let polygon = Geometry.polygon(Geometry.Polygon(rings: rings, spatialReference: .wgs84))
        guard case .polygon(let projected) = try polygon.projected(to: parameters.outputSpatialReference ?? .wgs84) else {
            throw BlockDamage()
        }
        return projected
    }
}

extension DistanceField.Frame {
    /// In degrees; what lies beyond 180 is a box on the other side, too.
    fileprivate var boxes: [BoxTree.Box] {
        let (low, high) = (place(x: 0, y: 0), place(x: Double(columns - 1), y: Double(rows - 1)))
        let turns = [0.0] + (high.x > 180 ? [-360] : []) + (low.x < -180 ? [360] : [])
        return turns.map { turn in
            var box = BoxTree.Box()
            for corner in [low, high] { box.add(Position(x: corner.x + turn, y: corner.y)) }
            return box
        }
    }
}
