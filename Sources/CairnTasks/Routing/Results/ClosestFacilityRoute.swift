/// A way between an incident and one of the facilities close to it.
public struct ClosestFacilityRoute: Sendable, Hashable, Codable {
    /// Which of the incidents, from 0.
    public var incidentIndex: Int
    /// Which of the facilities, from 0.
    public var facilityIndex: Int
    /// How close the facility is among those that were found for the incident: 1 for the closest.
    public var rank: Int
    /// The way, in the direction in which one travels.
    public var route: Route
    /// On which side of the vehicle the incident is; nil if nothing is told.
    public var incidentCurbApproach: CurbApproach?
    /// On which side of the vehicle the facility is; nil if nothing is told.
    public var facilityCurbApproach: CurbApproach?

    /// A way.
    ///
    /// - Parameters:
    ///   - incidentIndex: Which of the incidents, from 0.
    ///   - facilityIndex: Which of the facilities, from 0.
    ///   - rank: 1 for the closest facility.
    ///   - route: The way, in the direction in which one travels.
    public init(incidentIndex: Int, facilityIndex: Int, rank: Int, route: Route) {
        (self.incidentIndex, self.facilityIndex, self.rank, self.route) = (incidentIndex, facilityIndex, rank, route)
    }
}
