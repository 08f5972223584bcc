/// One edge of an area.
struct AreaEdge: Sendable {
    /// A rectangle, by its middle and half of its width and height.
    struct Box: Sendable {
        let middle, half: SIMD2<Double>
    }

    let start, end: SIMD2<Double>

    /// Whether it has a place in common with a box.
    func touches(_ box: Box) -> Bool {
        let (first, last, half) = (start - box.middle, end - box.middle, box.half)
        guard min(first.x, last.x) <= half.x, max(first.x, last.x) >= -half.x, min(first.y, last.y) <= half.y,
            max(first.y, last.y) >= -half.y
        else { return false }
        let along = last - first
        return abs(first.x * along.y - first.y * along.x) <= abs(along.x) * half.y + abs(along.y) * half.x
    }

    /// A place on the edge lies where it would if it were a trifle higher, and by a trifle of that farther to the right.
    private func isLeft(_ place: SIMD2<Double>) -> Bool {
        let along = end - start
        let area = along.x * (place.y - start.y) - along.y * (place.x - start.x)
        return area != 0 ? area > 0 : along.x != 0 ? along.x > 0 : along.y < 0
    }

    /// Whether it is crossed on the way straight to the right, however far.
    func isCrossed(rightFrom place: SIMD2<Double>) -> Bool {
        (start.y > place.y) != (end.y > place.y) && isLeft(place) == (end.y > start.y)
    }

    /// Whether it is crossed an odd number of times on the way to another place, first along the row and then along the column.
    func isCrossed(from place: SIMD2<Double>, to other: SIMD2<Double>) -> Bool {
        let corner = SIMD2(other.x, place.y)
        let isCrossedInRow = (start.y > place.y) != (end.y > place.y) && isLeft(place) != isLeft(corner)
        let isCrossedInColumn = (start.x > other.x) != (end.x > other.x) && isLeft(corner) != isLeft(other)
        return isCrossedInRow != isCrossedInColumn
    }
}
