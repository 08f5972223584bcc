import CairnCore
import Foundation

/// An ellipse on the ground, or a sector of one: places at a distance and an azimuth from its middle.
public struct GeodesicEllipse: Sendable, Hashable {
    /// The middle, in degrees.
    public var center: Position
    /// Half of one axis, in metres.
    public var semiAxis1: Double
    /// Half of the other, in metres.
    public var semiAxis2: Double
    /// Where the longer one leads to, in degrees clockwise from north.
    public var axisDirection: Double
    /// How many vertices there are at the most, from 3 to a million; what is outside is taken for the nearest.
    public var vertexCount: Int
    /// How long a segment may be, in metres; what is not above 0 does not count.
    public var maximumSegmentLength: Double

    /// An ellipse.
    public init(
        center: Position, semiAxis1: Double, semiAxis2: Double, axisDirection: Double = 0, vertexCount: Int = 100,
        maximumSegmentLength: Double = 0
    ) {
        (self.center, self.semiAxis1, self.semiAxis2) = (center, semiAxis1, semiAxis2)
        (self.axisDirection, self.vertexCount, self.maximumSegmentLength) = (axisDirection, vertexCount, maximumSegmentLength)
    }

    /// The vertices of its boundary, clockwise, the first once more at the end; longitudes go on over 180 degrees.
    ///
    /// - Returns: Nothing for axes that are not above 0, or longer than a quarter of the Earth, and for what is no number.
    public var ring: [Position] {
        let places = arc(from: 0, sweep: 360)
        return places.isEmpty ? [] : places.dropLast() + [places[0]]
    }

    /// The vertices of a sector: the middle, along the arc, and the middle again.
    ///
    /// - Parameters:
    ///   - direction: Where the first radius leads to, in degrees clockwise from north.
    ///   - angle: How far the sector turns from there, in degrees clockwise, or below 0 counter-clockwise; more than a turn is one.
    /// - Returns: As ``ring``.
    public func sector(from direction: Double, angle: Double) -> [Position] {
        let places = arc(from: direction, sweep: angle)
        return places.isEmpty ? [] : [center] + places + [center]
    }

    /// What a ``ring``, or a sector, encloses, in degrees: with the pole, if it goes round one. Longitudes go on over 180 degrees.
    public func area(of ring: [Position]) -> Geometry.Polygon {
        let places = Array(ring.dropLast())
        if places.isEmpty { return Geometry.Polygon(rings: [], spatialReference: .wgs84) }
        let (first, other) = (GroundRing(places), GroundRing(places.reversed()))
        // Round a pole, to the right is the one that the middle is near; else what is smaller.
        let isFirst =
            first.isRoundPole ? (first.turn < 0) == (center.y >= 0) : Geometry.Polygon.signedArea(of: first.positions) <= 0
        return Geometry.Polygon(rings: [(isFirst ? first : other).positions], spatialReference: .wgs84)
    }

    private func arc(from direction: Double, sweep: Double) -> [Position] {
        let (long, short) = (max(semiAxis1, semiAxis2), min(semiAxis1, semiAxis2))
        let isSound = [center.x, center.y, direction, sweep, axisDirection].allSatisfy { abs($0) <= 1e9 }
        guard isSound, short > 0, long <= 10_000_000 else { return [] }
        let sweep = sweep.clamped(to: -360...360)
        let count = count(long, sweep)
        return (0...count).map { index in
            let azimuth = direction + sweep * Double(index) / Double(count)
            let place = Geodesic.position(from: center, azimuth: azimuth, distance: radius(long, short, azimuth))
            return Position(x: center.x + remainder(place.x - center.x, 360), y: place.y)
        }
    }

    private func count(_ long: Double, _ sweep: Double) -> Int {
        let most = vertexCount.clamped(to: 3...Geometry.mostVertices)
        guard maximumSegmentLength > 0 else { return most }
        let wanted = long * abs(sweep) * .pi / 180 / maximumSegmentLength
        return min(most, max(8, Int(rounding: wanted, .up) ?? most))
    }

    /// How far the ellipse is from its middle in a direction.
    private func radius(_ long: Double, _ short: Double, _ azimuth: Double) -> Double {
        let angle = (azimuth - axisDirection) * .pi / 180
        return long * short / hypot(short * cos(angle), long * sin(angle))
    }
}
