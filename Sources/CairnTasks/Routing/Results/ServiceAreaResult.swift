/// How far one gets from facilities, or to them.
///
/// ```swift
/// let result = try await serviceAreaTask.solveServiceArea(using: areaParameters)
/// for area in result.resultPolygons(forFacilityAtIndex: 0) { print(area.fromImpedanceCutoff, area.toImpedanceCutoff) }
/// ```
public struct ServiceAreaResult: Sendable, Hashable {
    /// The facilities, in the order of the parameters.
    public let facilities: [ServiceAreaFacility]
    /// The areas of all facilities.
    public let polygons: [ServiceAreaPolygon]
    /// The parts of roads of all facilities.
    public let polylines: [ServiceAreaPolyline]
    /// The barriers at places, if they were asked for.
    public var pointBarriers: [PointBarrier] = []
    /// The barriers along lines, if they were asked for.
    public var polylineBarriers: [PolylineBarrier] = []
    /// The barriers within areas, if they were asked for.
    public var polygonBarriers: [PolygonBarrier] = []
    /// What is to be said of how they were found, such as a facility that is far from any road.
    public var messages: [String] = []

    private let polygonsOfFacilities: MembersByIndex
    private let polylinesOfFacilities: MembersByIndex

    /// A result.
    ///
    /// - Parameters:
    ///   - facilities: The facilities, in the order of the parameters.
    ///   - polygons: The areas, those of a facility in the order in which they shall be told.
    ///   - polylines: The parts of roads.
    public init(facilities: [ServiceAreaFacility], polygons: [ServiceAreaPolygon], polylines: [ServiceAreaPolyline] = []) {
        (self.facilities, self.polygons, self.polylines) = (facilities, polygons, polylines)
        polygonsOfFacilities = MembersByIndex(polygons.map(\.facilityIndex), count: facilities.count)
        polylinesOfFacilities = MembersByIndex(polylines.map(\.facilityIndex), count: facilities.count)
    }

    /// The areas of a facility, and those that it shares with others; none if there is no such facility.
    public func resultPolygons(forFacilityAtIndex index: Int) -> [ServiceAreaPolygon] {
        members(polygonsOfFacilities, index).map { polygons[$0] }
    }

    /// The parts of roads of a facility; none if there is no such facility.
    public func resultPolylines(forFacilityAtIndex index: Int) -> [ServiceAreaPolyline] {
        members(polylinesOfFacilities, index).map { polylines[$0] }
    }

    private func members(_ all: MembersByIndex, _ index: Int) -> [Int] {
        facilities.indices.contains(index) ? all[index] + all.others : []
    }
}

extension ServiceAreaResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case facilities, polygons, polylines, pointBarriers, polylineBarriers, polygonBarriers, messages
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            facilities: try values.decode([ServiceAreaFacility].self, forKey: .facilities),
            polygons: try values.decode([ServiceAreaPolygon].self, forKey: .polygons),
            polylines: try values.decode([ServiceAreaPolyline].self, forKey: .polylines))
        pointBarriers = try values.decode([PointBarrier].self, forKey: .pointBarriers)
        polylineBarriers = try values.decode([PolylineBarrier].self, forKey: .polylineBarriers)
        polygonBarriers = try values.decode([PolygonBarrier].self, forKey: .polygonBarriers)
        messages = try values.decode([String].self, forKey: .messages)
    }
}
