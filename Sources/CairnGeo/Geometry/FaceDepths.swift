/// How many edges lie at the least between each face of lines that cross, and the outside.
///
/// Where no edge is there twice, faces of odd depths are those that an odd number of crossings leads to.
struct FaceDepths {
    private struct Edge: Hashable {
        let (a, b): (SIMD2<Double>, SIMD2<Double>)

        init(_ one: Position, _ other: Position) {
            let (a, b) = (SIMD2(one.x, one.y), SIMD2(other.x, other.y))
            (self.a, self.b) = (a.x, a.y) < (b.x, b.y) ? (a, b) : (b, a)
        }
    }

    /// By face, from 1 on.
    private(set) var depths: [Int]

    /// - Parameter faces: The rings of each, which have their edges in common.
    init(_ faces: [[[Position]]]) {
        depths = [Int](repeating: 0, count: faces.count)
        var sides: [Edge: (Int, Int?)] = [:]
        for (face, rings) in faces.enumerated() {
            for edge in Self.edges(of: rings) { sides[edge] = sides[edge].map { ($0.0, face) } ?? (face, nil) }
        }
        var level = Set(sides.values.lazy.filter { $0.1 == nil }.map(\.0))
        var depth = 1
        while !level.isEmpty {
            for face in level { depths[face] = depth }
            depth += 1
            var next: Set<Int> = []
            for face in level {
                for edge in Self.edges(of: faces[face]) {
                    guard case (let one, let other?)? = sides[edge] else { continue }
                    for neighbour in [one, other] where depths[neighbour] == 0 { next.insert(neighbour) }
                }
            }
            level = next
        }
    }

    private static func edges(of rings: [[Position]]) -> some Sequence<Edge> {
        rings.lazy.flatMap { ring in zip(ring, ring.dropFirst()).lazy.map { Edge($0, $1) } }
    }
}
