public import CairnGeo

/// A part of a road that can be reached from a facility, or from which it can be reached.
public struct ServiceAreaPolyline: Sendable, Hashable, Codable {
    /// The part of the road.
    public var geometry: Polyline
    /// Which of the facilities, from 0; nil if that is not told.
    public var facilityIndex: Int?
    /// What it costs to get to where it begins, by the names of costs, in their units.
    public var fromCumulativeCosts: [String: Double] = [:]
    /// What it costs to get to where it ends, by the names of costs, in their units.
    public var toCumulativeCosts: [String: Double] = [:]

    /// A part of a road.
    ///
    /// - Parameters:
    ///   - geometry: The part of the road.
    ///   - facilityIndex: Which of the facilities, from 0; nil if that is not told.
    public init(geometry: Polyline, facilityIndex: Int?) { (self.geometry, self.facilityIndex) = (geometry, facilityIndex) }
}
