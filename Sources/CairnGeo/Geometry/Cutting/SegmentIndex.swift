import Foundation

/// Segments of lines, found by where they are.
struct SegmentIndex {
    private(set) var segments: [(start: Position, end: Position)] = []
    private let tree: BoxTree

    init(_ parts: [[Position]]) {
        for part in parts {
            for (start, end) in zip(part, part.dropFirst()) where start.x != end.x || start.y != end.y {
                segments.append((start, end))
            }
        }
        tree = BoxTree(segments.map { Self.box($0.start, $0.end, 0) })
    }

    /// Which segments may come within a distance of another.
    func near(_ start: Position, _ end: Position, within distance: Double) -> [Int] {
        let box = Self.box(start, end, distance)
        var found: [Int] = []
        tree.search({ other, _ in other.meets(box) }, { found.append($0) })
        return found
    }

    /// The segment along which another lies that is as long or shorter, but for rounding.
    func carrier(of start: Position, _ end: Position, within distance: Double) -> (start: Position, end: Position)? {
        let middle = start.toward(end, 0.5)
        let near = near(middle, middle, within: distance).map { segments[$0] }
        return near.first { segment in
            [start, middle, end].allSatisfy {
                segment.start.nearest(to: $0, toward: segment.end).planarDistance(to: $0) <= distance
            }
        }
    }

    private static func box(_ start: Position, _ end: Position, _ margin: Double) -> BoxTree.Box {
        var box = BoxTree.Box()
        for place in [start, end] {
            box.add(Position(x: place.x - margin, y: place.y - margin))
            box.add(Position(x: place.x + margin, y: place.y + margin))
        }
        return box
    }
}

extension Position {
    /// Twice the area of the triangle with a segment: above 0 to the left of it, as who goes along it sees it.
    func turn(from start: Position, to end: Position) -> Double {
        (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)
    }
}
