public import CairnTasks
public import Foundation

/// Routes, as they were found.
public final class AGSRouteResult: NSObject {
    /// The new value, for code of Cairn.
    public let value: RouteResult
    /// A route for each route name of the stops.
    public let routes: [AGSRoute]

    /// One of Cairn, for old callers; its stops have their own ids.
    public convenience init(_ value: RouteResult) { self.init(value, stopIDs: []) }

    /// - Parameter stopIDs: What callers know the stops by, in the order in which they were given.
    init(_ value: RouteResult, stopIDs: [Int]) {
        self.value = value
        routes = value.routes.map { AGSRoute($0, stopIDs: stopIDs) }
    }

    /// What is to be said of how they were found, such as a stop that was passed over.
    public var messages: [String] { value.messages }
    /// The language of the directions; empty if it is not told.
    public var directionsLanguage: String { value.directionsLanguage }
    /// The barriers at places, if they were asked for.
    public var pointBarriers: [AGSPointBarrier] { value.pointBarriers.map(AGSPointBarrier.init) }
    /// The barriers along lines, if they were asked for.
    public var polylineBarriers: [AGSPolylineBarrier] { value.polylineBarriers.map(AGSPolylineBarrier.init) }
    /// The barriers within areas, if they were asked for.
    public var polygonBarriers: [AGSPolygonBarrier] { value.polygonBarriers.map(AGSPolygonBarrier.init) }
}
