import CairnGeo
import Foundation

/// The line along which the house numbers of a range lie.
struct AddressLine {
    let vertices: [Position]
    /// How long a degree of longitude is in degrees of latitude, on the ellipsoid of WGS 84.
    ///
    /// cos φ · N/M, the radii of curvature along the parallel and along the meridian.
    private let xScale: Double

    init(_ vertices: [Position]) {
        // Across the date line by the shorter way: degrees go on beyond 180 there.
        var (line, last) = ([Position](), vertices.first?.x ?? 0)
        for vertex in vertices {
            last += remainder(vertex.x - last, 360)
            line.append(Position(x: last, y: vertex.y))
        }
        self.vertices = line
        let latitude = (vertices.first?.y ?? 0) * .pi / 180
        let (sine, eccentricity) = (sin(latitude), 0.00669437999014)
        xScale = cos(latitude) * (1 - eccentricity * sine * sine) / (1 - eccentricity)
    }

    /// The place of a number, by its share of the way from the first number to the last along the line.
    ///
    /// A range of one number stands for the middle of its line.
    func place(of number: Int, first: Int, last: Int) -> Position {
        place(at: first == last ? 0.5 : (Double(number) - Double(first)) / (Double(last) - Double(first)))
    }

    /// The place at a share of the line's length, 0…1.
    func place(at share: Double) -> Position {
        var rest = lengths.reduce(0, +) * max(0, min(1, share))
        for (index, length) in lengths.enumerated() {
            if rest <= length, length > 0 {
                let (a, b, t) = (vertices[index], vertices[index + 1], rest / length)
                return Position(x: remainder(a.x + (b.x - a.x) * t, 360), y: a.y + (b.y - a.y) * t)
            }
            rest -= length
        }
        return vertices.last.map { Position(x: remainder($0.x, 360), y: $0.y) } ?? Position(x: 0, y: 0)
    }

    /// The place on the line nearest to another, its share of the length, and the squared distance in degrees of latitude.
    func nearest(to place: Position) -> (share: Double, place: Position, squaredDistance: Double) {
        guard let first = vertices.first else { return (0, place, .infinity) }
        let place = Position(x: first.x + remainder(place.x - first.x, 360), y: place.y)
        let lengths = lengths
        let total = lengths.reduce(0, +)
        var best = (share: 0.0, place: vertices[0], squaredDistance: squaredDistance(vertices[0], place))
        var passed = 0.0
        for (index, length) in lengths.enumerated() {
            let (a, b) = (vertices[index], vertices[index + 1])
            let dx = (b.x - a.x) * xScale
            let dy = b.y - a.y
            let square = dx * dx + dy * dy
            let t = square == 0 ? 0 : max(0, min(1, ((place.x - a.x) * xScale * dx + (place.y - a.y) * dy) / square))
            let candidate = Position(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
            let distance = squaredDistance(candidate, place)
            if distance < best.squaredDistance {
                best = (total == 0 ? 0 : (passed + length * t) / total, candidate, distance)
            }
            passed += length
        }
        best.place.x = remainder(best.place.x, 360)
        return best
    }

    private var lengths: [Double] {
        zip(vertices, vertices.dropFirst()).map { squaredDistance($0, $1).squareRoot() }
    }

    private func squaredDistance(_ a: Position, _ b: Position) -> Double {
        let dx = (a.x - b.x) * xScale
        let dy = a.y - b.y
        return dx * dx + dy * dy
    }
}
