public import CairnGeo

/// An area that can be reached from a facility, or from which it can be reached.
public struct ServiceAreaPolygon: Sendable, Hashable, Codable {
    /// The area.
    public var geometry: Geometry.Polygon
    /// What it costs to get to where it begins, in units of the impedance; 0 where it begins at the facility.
    public var fromImpedanceCutoff: Double
    /// What it costs to get to where it ends, in units of the impedance.
    public var toImpedanceCutoff: Double
    /// Which of the facilities, from 0; nil for an area of several.
    public var facilityIndex: Int?

    /// An area.
    ///
    /// - Parameters:
    ///   - geometry: The area.
    ///   - fromImpedanceCutoff: Where it begins, in units of the impedance.
    ///   - toImpedanceCutoff: Where it ends, in units of the impedance.
    ///   - facilityIndex: Which of the facilities, from 0; nil for an area of several.
    public init(geometry: Geometry.Polygon, fromImpedanceCutoff: Double, toImpedanceCutoff: Double, facilityIndex: Int?) {
        (self.geometry, self.facilityIndex) = (geometry, facilityIndex)
        (self.fromImpedanceCutoff, self.toImpedanceCutoff) = (fromImpedanceCutoff, toImpedanceCutoff)
    }
}
