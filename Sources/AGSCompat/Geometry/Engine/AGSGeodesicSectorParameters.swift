import Foundation

/// What a sector of an ellipse on the ground is made by.
public final class AGSGeodesicSectorParameters: AGSGeodesicEllipseParameters {
    /// How far the sector turns, clockwise.
    public var sectorAngle = 0.0
    /// Where its first radius leads to, clockwise from north.
    public var startDirection = 0.0

    /// No sector yet.
    public override init() { super.init() }

    /// A sector.
    public init(
        center: AGSPoint, semiAxis1Length: Double, semiAxis2Length: Double, sectorAngle: Double, startDirection: Double
    ) {
        (self.sectorAngle, self.startDirection) = (sectorAngle, startDirection)
        super.init(center: center, semiAxis1Length: semiAxis1Length, semiAxis2Length: semiAxis2Length)
    }
}
