/// Which facilities are close to which incidents, and the ways between them.
///
/// ```swift
/// let result = try await closestFacilityTask.solveClosestFacility(using: facilityParameters)
/// for index in result.rankedIndexesOfFacilities(forIncidentAtIndex: 0) {
///     print(result.facilities[index].name, result.route(toFacilityAtIndex: index, fromIncidentAtIndex: 0)?.route.totalTime ?? 0)
/// }
/// ```
public struct ClosestFacilityResult: Sendable, Hashable {
    /// The facilities, in the order of the parameters.
    public let facilities: [Facility]
    /// The incidents, in the order of the parameters.
    public let incidents: [Incident]
    /// The ways, by incidents, to the closest facility first.
    public let routes: [ClosestFacilityRoute]
    /// The barriers at places, if they were asked for.
    public var pointBarriers: [PointBarrier] = []
    /// The barriers along lines, if they were asked for.
    public var polylineBarriers: [PolylineBarrier] = []
    /// The barriers within areas, if they were asked for.
    public var polygonBarriers: [PolygonBarrier] = []
    /// What is to be said of how they were found, such as an incident that is far from any road.
    public var messages: [String] = []
    /// The language of the directions; empty if it is not told.
    public var directionsLanguage = ""

    private let routesOfIncidents: MembersByIndex

    /// A result.
    ///
    /// - Parameters:
    ///   - facilities: The facilities, in the order of the parameters.
    ///   - incidents: The incidents, in the order of the parameters.
    ///   - routes: The ways, in any order; those of incidents that are not there are of no use.
    public init(facilities: [Facility], incidents: [Incident], routes: [ClosestFacilityRoute]) {
        let routes = routes.sorted { ($0.incidentIndex, $0.rank) < ($1.incidentIndex, $1.rank) }
        (self.facilities, self.incidents, self.routes) = (facilities, incidents, routes)
        routesOfIncidents = MembersByIndex(routes.map(\.incidentIndex), count: incidents.count)
    }

    /// The facilities that were found for an incident, the closest first; none if there is no such incident.
    public func rankedIndexesOfFacilities(forIncidentAtIndex index: Int) -> [Int] {
        routesOfIncidents[index].map { routes[$0].facilityIndex }
    }

    /// The way between an incident and a facility; nil if the facility is not among those that were found for it.
    ///
    /// - Parameters:
    ///   - facility: Which of the facilities, from 0.
    ///   - incident: Which of the incidents, from 0.
    public func route(toFacilityAtIndex facility: Int, fromIncidentAtIndex incident: Int) -> ClosestFacilityRoute? {
        routesOfIncidents[incident].first { routes[$0].facilityIndex == facility }.map { routes[$0] }
    }
}

extension ClosestFacilityResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case facilities, incidents, routes, pointBarriers, polylineBarriers, polygonBarriers, messages, directionsLanguage
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            facilities: try values.decode([Facility].self, forKey: .facilities),
            incidents: try values.decode([Incident].self, forKey: .incidents),
            routes: try values.decode([ClosestFacilityRoute].self, forKey: .routes))
        pointBarriers = try values.decode([PointBarrier].self, forKey: .pointBarriers)
        polylineBarriers = try values.decode([PolylineBarrier].self, forKey: .polylineBarriers)
        polygonBarriers = try values.decode([PolygonBarrier].self, forKey: .polygonBarriers)
        messages = try values.decode([String].self, forKey: .messages)
        directionsLanguage = try values.decode(String.self, forKey: .directionsLanguage)
    }
}
