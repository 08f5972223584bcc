public import CairnTasks
public import Foundation

/// How far one gets from facilities, or to them.
public final class AGSServiceAreaResult: NSObject {
    /// The new value, for code of Cairn.
    public let value: ServiceAreaResult

    /// One of Cairn, for old callers.
    public init(_ value: ServiceAreaResult) {
        self.value = value
    }

    /// The facilities, in the order of the parameters.
    public var facilities: [AGSServiceAreaFacility] { value.facilities.map(AGSServiceAreaFacility.init) }
    /// What is to be said of how they were found, such as a facility that is far from any road.
    public var messages: [String] { value.messages }
    /// The barriers at places, if they were asked for.
    public var pointBarriers: [AGSPointBarrier] { value.pointBarriers.map(AGSPointBarrier.init) }
    /// The barriers along lines, if they were asked for.
    public var polylineBarriers: [AGSPolylineBarrier] { value.polylineBarriers.map(AGSPolylineBarrier.init) }
    /// The barriers within areas, if they were asked for.
    public var polygonBarriers: [AGSPolygonBarrier] { value.polygonBarriers.map(AGSPolygonBarrier.init) }

    /// The areas of a facility, and those that it shares with others; none if there is no such facility.
    public func resultPolygons(atFacilityIndex facilityIndex: Int) -> [AGSServiceAreaPolygon] {
        value.resultPolygons(forFacilityAtIndex: facilityIndex).map(AGSServiceAreaPolygon.init)
    }
    /// The parts of roads of a facility; none if there is no such facility.
    public func resultPolylines(atFacilityIndex facilityIndex: Int) -> [AGSServiceAreaPolyline] {
        value.resultPolylines(forFacilityAtIndex: facilityIndex).map(AGSServiceAreaPolyline.init)
    }
}
