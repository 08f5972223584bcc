import CairnCore
import Foundation

extension Geometry {
    /// This geometry within half the Earth of longitude 0: what goes on over 180 degrees comes back on the other side, and lines and areas are
    /// cut there.
    ///
    /// A box that is cut becomes an area. It is for degrees and Web Mercator; in other coordinates a geometry stays as it is. Areas lose their measures
    /// where they are cut.
    ///
    /// - Throws: ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite, or a hundred times round the Earth;
    ///   ``GeometryError/tooManyVertices(limit:)``; for areas what ``intersection(_:)`` throws. Where there is no GEOS, for areas that are cut,
    ///   ``GeometryError/notComputed(_:)``.
    public func normalizedAtCentralMeridian() throws(GeometryError) -> Geometry {
        guard let world = World(spatialReference), let extent else { return self }
        try expectUsable()
        if world.contains(extent) { return self }
        guard max(abs(extent.xMin), abs(extent.xMax)) <= 100 * world.width else {
            throw .malformed("it goes on for more than 100 times round the Earth")
        }
        switch self {
        case .point, .multipoint: return mapPositions(spatialReference, world.wrapped)
        case .polyline(let line):
            var cut: [[Position]] = []
            for path in line.paths { try world.cut(path, into: &cut) }
            return .polyline(Polyline(paths: cut, spatialReference: spatialReference))
        case .polygon: return try cut(at: world, extent)
        case .envelope(let box):
            let moved = world.shifted(self, by: -world.turn(at: box.center.x))
            if let extent = moved.extent, world.contains(extent) { return moved }
            return try Geometry.polygon(Polygon(box)).cut(at: world, extent)
        }
    }

    private func cut(at world: World, _ extent: Envelope) throws(GeometryError) -> Geometry {
        #if os(Linux) || os(macOS)
            var parts: [Geometry] = []
            let (first, last) = (world.turn(at: extent.xMin), world.turn(at: extent.xMax))
            for turn in stride(from: first, through: last, by: 1) {
                let part = try intersection(.envelope(world.box(turn, extent)))
                if case .polygon = part { parts.append(world.shifted(part, by: -turn)) }
            }
            // What is wider than the Earth lies over itself.
            if extent.xMax - extent.xMin > world.width { return try Geometry.union(of: parts) ?? emptied }
            return .polygon(Polygon(rings: parts.flatMap(\.parts), spatialReference: spatialReference))
        #else
            throw .notComputed("areas are cut where there is GEOS: on Linux and macOS")
        #endif
    }
}

/// How wide the Earth is in coordinates that go round it.
private struct World {
    let width: Double

    init?(_ reference: SpatialReference?) {
        guard let reference, reference.isInDegrees || reference.isWebMercator else { return nil }
        width = reference.isWebMercator ? 2 * .pi * WebMercator.radius : 360
    }

    func contains(_ box: Envelope) -> Bool { box.xMin >= -width / 2 && box.xMax <= width / 2 }

    /// How many times round the Earth a place is.
    func turn(at x: Double) -> Double { (x / width).rounded() }

    func wrapped(_ position: Position) -> Position {
        guard abs(position.x) > width / 2 else { return position }
        var wrapped = position
        wrapped.x = remainder(position.x, width)
        return wrapped
    }

    func shifted(_ geometry: Geometry, by turns: Double) -> Geometry {
        if turns == 0 { return geometry }
        return geometry.mapPositions(geometry.spatialReference) { shifted($0, by: turns) }
    }

    private func shifted(_ position: Position, by turns: Double) -> Position {
        var shifted = position
        shifted.x += turns * width
        // Rounding may take what was cut beyond where it was cut.
        if abs(abs(shifted.x) - width / 2) < width * 1e-13 { shifted.x = shifted.x < 0 ? -width / 2 : width / 2 }
        return shifted
    }

    /// What lies one turn round the Earth, as high as a box.
    func box(_ turn: Double, _ extent: Envelope) -> Envelope {
        Envelope(
            xMin: (turn - 0.5) * width, yMin: extent.yMin - 1, xMax: (turn + 0.5) * width, yMax: extent.yMax + 1,
            spatialReference: extent.spatialReference)
    }

    /// Cuts a path where a turn ends, and brings each piece back.
    func cut(_ path: [Position], into pieces: inout [[Position]]) throws(GeometryError) {
        guard var last = path.first else { return }
        var (piece, turn, count) = ([last], Double?.none, 0)
        for vertex in path.dropFirst() {
            for end in crossings(last, vertex) + [vertex] {
                let middle = self.turn(at: (last.x + end.x) / 2)
                // What leads along a cut stays where it was.
                let own = last.x == end.x ? turn ?? middle : middle
                if let before = turn, before != own {
                    pieces.append(piece.map { shifted($0, by: -before) })
                    piece = [last]
                }
                (turn, count, last) = (own, count + 1, end)
                piece.append(end)
            }
            if count > Geometry.mostVertices { throw .tooManyVertices(limit: Geometry.mostVertices) }
        }
        let own = turn ?? self.turn(at: last.x)
        pieces.append(piece.map { shifted($0, by: -own) })
    }

    /// Where a segment passes the end of a turn.
    private func crossings(_ start: Position, _ end: Position) -> [Position] {
        let (low, high) = (min(start.x, end.x), max(start.x, end.x))
        let edges = stride(from: turn(at: low) + 0.5, to: high / width, by: 1).map { $0 * width }.filter { low < $0 && $0 < high }
        return (start.x < end.x ? edges : edges.reversed()).map { edge in
            var place = start.toward(end, (edge - start.x) / (end.x - start.x))
            place.x = edge
            return place
        }
    }
}
