public import CairnTasks
public import Foundation

/// Which facilities are close to which incidents, and the ways between them.
public final class AGSClosestFacilityResult: NSObject {
    /// The new value, for code of Cairn.
    public let value: ClosestFacilityResult
    private let direction: TravelDirection

    /// - Parameter direction: Which way one travels.
    init(_ value: ClosestFacilityResult, _ direction: TravelDirection) {
        (self.value, self.direction) = (value, direction)
    }

    /// The facilities, in the order of the parameters.
    public var facilities: [AGSFacility] { value.facilities.map(AGSFacility.init) }
    /// The incidents, in the order of the parameters.
    public var incidents: [AGSIncident] { value.incidents.map(AGSIncident.init) }
    /// What is to be said of how they were found, such as an incident that is far from any road.
    public var messages: [String] { value.messages }
    /// The language of the directions; empty if it is not told.
    public var directionsLanguage: String { value.directionsLanguage }
    /// The barriers at places, if they were asked for.
    public var pointBarriers: [AGSPointBarrier] { value.pointBarriers.map(AGSPointBarrier.init) }
    /// The barriers along lines, if they were asked for.
    public var polylineBarriers: [AGSPolylineBarrier] { value.polylineBarriers.map(AGSPolylineBarrier.init) }
    /// The barriers within areas, if they were asked for.
    public var polygonBarriers: [AGSPolygonBarrier] { value.polygonBarriers.map(AGSPolygonBarrier.init) }

    /// Which of the facilities were found for an incident, from 0, the closest first; nil if there is no such incident.
    public func rankedFacilityIndexes(forIncidentIndex incidentIndex: Int) -> [NSNumber]? {
        guard value.incidents.indices.contains(incidentIndex) else { return nil }
        return value.rankedIndexesOfFacilities(forIncidentAtIndex: incidentIndex).map { NSNumber(value: $0) }
    }

    /// The way between a facility and an incident; nil if the facility is not among those that were found for it.
    ///
    /// - Parameters:
    ///   - facilityIndex: Which of the facilities, from 0.
    ///   - incidentIndex: Which of the incidents, from 0.
    public func route(forFacilityIndex facilityIndex: Int, incidentIndex: Int) -> AGSClosestFacilityRoute? {
        value.route(toFacilityAtIndex: facilityIndex, fromIncidentAtIndex: incidentIndex).map {
            AGSClosestFacilityRoute($0, direction)
        }
    }
}
