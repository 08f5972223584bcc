import Foundation

/// A ring on the ground, with what lies to its right: longitudes go on over 180 degrees, and round a pole it goes up to that.
struct GroundRing {
    /// Closed.
    private(set) var positions: [Position]
    /// Whether it goes round a pole, and east.
    let turn: Double

    var isRoundPole: Bool { abs(turn) > 180 }

    /// - Parameter places: Not closed, and not empty.
    init(_ places: [Position]) {
        positions = [places[0]]
        for place in places.dropFirst() + [places[0]] {
            let last = positions[positions.count - 1]
            positions.append(Position(x: last.x + remainder(place.x - last.x, 360), y: place.y))
        }
        let (first, last) = (positions[0], positions[positions.count - 1])
        turn = last.x - first.x
        if isRoundPole {
            let pole = turn > 0 ? -90.0 : 90
            positions += [Position(x: last.x, y: pole), Position(x: first.x, y: pole), first]
        } else {
            positions[positions.count - 1] = first
        }
    }
}
