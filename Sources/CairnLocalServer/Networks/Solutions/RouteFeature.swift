import CairnCore
import CairnGeo
import CairnTasks

/// A route as a feature of an answer.
struct RouteFeature {
    private let route: Route
    private let time: TimeCost?

    /// - Parameter time: The cost by which waits are told; nil if there is none.
    init(_ route: Route, _ time: TimeCost?) {
        (self.route, self.time) = (route, time)
    }

    var geometry: Geometry? { route.geometry.map(Geometry.polyline) }

    func attributes() -> [String: JSONValue] {
        var attributes = NetworkSolution.costs(route.totalCosts, after: "Total_")
        attributes["Name"] = .string(route.name)
        attributes.merge(NetworkSolution.times(route.startDate, "StartTime")) { $1 }
        attributes.merge(NetworkSolution.times(route.endDate, "EndTime")) { $1 }
        if let time {
            attributes["TotalWait_\(time.name)"] = .number(route.waitTime / time.secondsPerUnit)
            attributes["TotalViolation_\(time.name)"] = .number(route.violationTime / time.secondsPerUnit)
        }
        if let line = route.geometry { attributes["Shape_Length"] = .number(line.paths.planarLength) }
        return attributes
    }
}
