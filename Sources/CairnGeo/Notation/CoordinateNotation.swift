import Foundation

/// A way of writing down places on the ground, and of reading them.
///
/// ```swift
/// let notation = MGRSNotation(precision: 5, hasSpaces: true)
/// let text = try notation.string(from: MapPoint(latitude: 55.9442008, longitude: -3.1619539))  // "30U VG 89884 99881"
/// let corner = try notation.point(from: text)
/// ```
///
/// Grids name squares, not points: what lies within one is written alike, its numbers cut off and not rounded, and what is read is its south-west
/// corner, unless a notation says otherwise. All is on the ellipsoid of WGS 84.
public protocol CoordinateNotation: Sendable, Hashable {
    /// What a place is called.
    ///
    /// - Parameter position: In degrees of WGS 84. A longitude of more than half a turn is brought back, as maps that go on over 180 degrees have it.
    /// - Throws: ``NotationError/unwritable(_:)`` for a latitude beyond 90 degrees, a longitude beyond a billion, what is no number, and what the
    ///   notation does not reach.
    func string(at position: Position) throws(NotationError) -> String

    /// The place that is called so.
    ///
    /// Letters may be small ones; space before and after does not count.
    ///
    /// - Returns: In degrees of WGS 84, from -180 to 180 and from -90 to 90.
    /// - Throws: ``NotationError/malformed(_:reason:)`` for all else.
    func position(from string: String) throws(NotationError) -> Position
}

extension CoordinateNotation {
    /// What a place is called; see ``string(at:)``.
    ///
    /// - Throws: ``NotationError``; ``GeometryError/noTransformation(from:to:)`` from coordinates that have no way to WGS 84, and
    ///   ``GeometryError/malformed(_:)`` for those that do not say what they mean.
    public func string(from point: MapPoint) throws -> String {
        if point.spatialReference == nil { throw GeometryError.malformed("it does not say what its coordinates mean") }
        guard point.x.isFinite, point.y.isFinite else { throw NotationError.unwritable("its coordinates are no numbers") }
        return try string(at: point.projected(to: .wgs84).position)
    }

    /// The place that is called so, in other coordinates than degrees if need be; see ``position(from:)``.
    ///
    /// - Throws: ``NotationError``, and ``GeometryError/noTransformation(from:to:)`` for coordinates that there is no way to.
    public func point(from string: String, in spatialReference: SpatialReference = .wgs84) throws -> MapPoint {
        try MapPoint(position(from: string), spatialReference: .wgs84).projected(to: spatialReference)
    }
}

extension Position {
    /// This place in degrees, its longitude from -180 to 180, without height and measure.
    func onGround() throws(NotationError) -> Position {
        guard abs(y) <= 90, abs(x) <= 1e9 else { throw .unwritable("there is no place at latitude \(y), longitude \(x)") }
        // Whole turns leave a zero without a sign.
        return Position(x: abs(x) <= 180 ? x : remainder(x, 360) + 0, y: y)
    }
}
