import CairnGeo
import Foundation

/// On which side of a road a place lies.
enum RoadSide {
    /// Negative on its right as it is drawn, positive on its left; zero where it is on the road, or beyond a tip where the road turns round.
    ///
    /// Where the road bends at the nearest place both its directions count: outside a sharp bend a place is beyond either segment, and on another side of
    /// the one, were it longer, than of the other.
    ///
    /// - Parameters:
    ///   - wanted: In degrees.
    ///   - nearest: The place of the line that is nearest to it.
    ///   - segment: The number of the segment that `nearest` is on.
    static func side(of wanted: Position, of line: [RoadDraft.Place], beside nearest: RoadDraft.Place, on segment: Int) -> Int {
        let (start, end) = (line[segment], line[segment + 1])
        if nearest != start, nearest != end { return side(of: Vector(start, to: wanted), along: Vector(start, to: end.position)) }
        let before = line[...segment].last { $0 != nearest }.flatMap { Vector($0, to: nearest.position).unit }
        // A segment that ends at the place is the one before.
        let behind = line[(segment + 1)...].first { $0 != nearest }.flatMap { Vector(nearest, to: $0.position).unit }
        let along = [before, behind].compactMap(\.self).reduce(Vector(east: 0, north: 0)) {
            Vector(east: $0.east + $1.east, north: $0.north + $1.north)
        }
        return side(of: Vector(nearest, to: wanted), along: along)
    }

    private static func side(of place: Vector, along line: Vector) -> Int {
        let cross = line.east * place.north - line.north * place.east
        return cross > 0 ? 1 : cross < 0 ? -1 : 0
    }

    /// From a place to another, by the shorter way round the earth, in a plane that is true at its beginning.
    private struct Vector {
        let east: Double
        let north: Double

        init(east: Double, north: Double) { (self.east, self.north) = (east, north) }

        init(_ start: RoadDraft.Place, to end: Position) {
            let start = start.position
            (east, north) = (remainder(end.x - start.x, 360) * cos(start.y * .pi / 180), end.y - start.y)
        }

        var unit: Vector? {
            let length = (east * east + north * north).squareRoot()
            return length > 0 ? Vector(east: east / length, north: north / length) : nil
        }
    }
}
