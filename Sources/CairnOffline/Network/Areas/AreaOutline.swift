import CairnCore
import CairnGeo

/// The rings around the nodes of a grid whose depth is below zero: marching squares, with the corners put where the depth would be zero.
///
/// - Source: W. E. Lorensen, H. E. Cline, *Marching Cubes* (1987), in two dimensions.
struct AreaOutline {
    private let depths: [Float]
    private let frame: DistanceField.Frame
    /// The crossing that follows each on its ring: those of the line to the right of a node have even numbers, of that upward odd ones.
    private var next: [Int32]
    private static let none: Int32 = -1

    /// - Parameter depths: Of each node, row by row; none on the edge of the grid may be below zero.
    init(_ depths: [Float], _ frame: DistanceField.Frame) {
        (self.depths, self.frame) = (depths, frame)
        next = Array(repeating: Self.none, count: depths.count * 2)
        for row in 0..<max(0, frame.rows - 1) { for column in 0..<max(0, frame.columns - 1) { march(column, row) } }
    }

    /// Who goes along a ring has the inside on the right, so that outer rings run clockwise.
    private mutating func march(_ column: Int, _ row: Int) {
        let node = row * frame.columns + column
        let above = node + frame.columns
        let (southWest, southEast) = (depths[node] < 0, depths[node + 1] < 0)
        let (northWest, northEast) = (depths[above] < 0, depths[above + 1] < 0)
        let south = Int32(truncatingIfNeeded: node * 2)
        let (north, west) = (Int32(truncatingIfNeeded: above * 2), south + 1)
        let east = Int32(truncatingIfNeeded: (node + 1) * 2 + 1)
        switch (southWest, southEast, northEast, northWest) {
        case (false, false, false, false), (true, true, true, true): break
        case (true, false, false, false): link(west, south)
        case (false, true, false, false): link(south, east)
        case (false, false, true, false): link(east, north)
        case (false, false, false, true): link(north, west)
        case (true, true, false, false): link(west, east)
        case (false, true, true, false): link(south, north)
        case (false, false, true, true): link(east, west)
        case (true, false, false, true): link(north, south)
        case (true, true, true, false): link(west, north)
        case (true, true, false, true): link(north, east)
        case (true, false, true, true): link(east, south)
        case (false, true, true, true): link(south, west)
        case (true, false, true, false), (false, true, false, true): saddle(node, above, south, north, west, east)
        }
    }

    /// Two corners that are opposite each other belong together if the middle does.
    private mutating func saddle(_ node: Int, _ above: Int, _ south: Int32, _ north: Int32, _ west: Int32, _ east: Int32) {
        let isJoined = depths[node] + depths[node + 1] + depths[above] + depths[above + 1] < 0
        if depths[node] < 0 {
            link(west, isJoined ? north : south)
            link(east, isJoined ? south : north)
        } else {
            link(south, isJoined ? west : east)
            link(north, isJoined ? east : west)
        }
    }

    private mutating func link(_ crossing: Int32, _ following: Int32) { next[Int(crossing)] = following }

    /// The rings in degrees, each closed.
    consuming func rings() -> [[Position]] {
        var rings: [[Position]] = []
        for first in next.indices where next[first] != Self.none {
            var (ring, crossing) = ([Position](), first)
            while next[crossing] != Self.none {
                ring.append(place(of: crossing))
                let following = Int(next[crossing])
                next[crossing] = Self.none
                crossing = following
            }
            if ring.count > 2 { rings.append(ring + ring.prefix(1)) }
        }
        return rings
    }

    private func place(of crossing: Int) -> Position {
        let (node, isUpward) = (crossing / 2, crossing % 2 == 1)
        let (here, there) = (depths[node], depths[isUpward ? node + frame.columns : node + 1])
        // Never at the node itself: there rings would touch.
        let share = Double(here / (here - there)).clamped(to: 0.001...0.999)
        let (x, y) = (Double(node % frame.columns), Double(node / frame.columns))
        return frame.place(x: isUpward ? x : x + share, y: isUpward ? y + share : y)
    }
}
