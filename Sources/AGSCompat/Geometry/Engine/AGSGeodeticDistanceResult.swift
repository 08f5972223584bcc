import CairnGeo
public import Foundation

/// The shortest line between two places on the ground.
public final class AGSGeodeticDistanceResult: NSObject {
    private let line: Geodesic.Segment
    /// What the distance is measured in.
    public let distanceUnit: AGSLinearUnit
    /// What azimuths are measured in.
    public let azimuthUnit: AGSAngularUnit

    init(_ line: Geodesic.Segment, _ distanceUnit: AGSLinearUnit, _ azimuthUnit: AGSAngularUnit) {
        (self.line, self.distanceUnit, self.azimuthUnit) = (line, distanceUnit, azimuthUnit)
    }

    /// How long it is.
    public var distance: Double { distanceUnit.convert(fromMeters: line.length) }
    /// Where it leads to at the first place, clockwise from north, from 0 up to a full turn.
    public var azimuth1: Double { azimuthUnit.convert(line.azimuth, from: .degrees()) }
    /// Where it leads back to at the second place, clockwise from north, from 0 up to a full turn.
    public var azimuth2: Double { azimuthUnit.convert(line.reverseAzimuth, from: .degrees()) }
}
