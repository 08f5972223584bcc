public import Foundation

/// Which of the places that were not reached yet a route that is found anew leads to.
public enum AGSReroutingStrategy: Int, Sendable {
    /// To the next one.
    case toNextWaypoint = 0
    /// To the next one at which one gets out.
    case toNextStop = 1
    /// To all at which one gets out, in the best order.
    case resequenceStopsOnly = 2
}

/// How a route is to be found anew when somebody has left it. Nothing here follows people on their way, and so none is.
public final class AGSReroutingParameters: NSObject {
    /// What finds the route.
    public let routeTask: AGSRouteTask
    /// How it was found.
    public let routeParameters: AGSRouteParameters
    /// Which places it leads to.
    public var strategy = AGSReroutingStrategy.toNextWaypoint
    /// Whether it leads to the first stop, too.
    public var visitFirstStopOnStart = false

    /// How a route is to be found anew.
    ///
    /// - Parameters:
    ///   - routeTask: What finds it.
    ///   - routeParameters: How it was found.
    public init?(routeTask: AGSRouteTask, routeParameters: AGSRouteParameters) {
        (self.routeTask, self.routeParameters) = (routeTask, routeParameters)
    }
}
