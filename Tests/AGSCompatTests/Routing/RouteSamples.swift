// As old code has it, shortened, with another import.
import AGSCompat
import Foundation

/// Most of what the sample "Route around barriers" of 100.x does.
final class BarriersViewController {
    let routeTask: AGSRouteTask
    var routeParameters: AGSRouteParameters!
    var generatedRoute: AGSRoute!
    var lines: [String] = []
    var finished: (() -> Void)?

    init(_ routeTask: AGSRouteTask) {
        self.routeTask = routeTask
    }

    func getDefaultParameters(_ stops: [AGSPoint], _ barriers: [AGSPolygon]) {
        routeTask.defaultRouteParameters { [weak self] (params: AGSRouteParameters?, error: Error?) in
            if let error = error {
                self?.lines.append(error.localizedDescription)
                self?.finished?()
            } else {
                self?.routeParameters = params
                self?.route(stops, barriers)
            }
        }
    }

    private func route(_ places: [AGSPoint], _ areas: [AGSPolygon]) {
        routeParameters.clearStops()
        routeParameters.clearPolygonBarriers()
        routeParameters.returnStops = true
        routeParameters.returnDirections = true
        routeParameters.findBestSequence = true
        routeParameters.preserveFirstStop = true
        routeParameters.preserveLastStop = false
        let stops = places.map(AGSStop.init(point:))
        for (index, stop) in stops.enumerated() { stop.name = "\(index + 1)" }
        routeParameters.setStops(stops)
        routeParameters.setPolygonBarriers(areas.map { AGSPolygonBarrier(polygon: $0) })
        if let walking = routeTask.routeTaskInfo().travelModes.first(where: { $0.name.contains("Walking") }) {
            routeParameters.travelMode = walking
        }
        routeTask.solveRoute(with: routeParameters) { [weak self] (routeResult: AGSRouteResult?, error: Error?) in
            guard let self = self else { return }
            if let error = error {
                self.lines.append(error.localizedDescription)
            } else if let route = routeResult?.routes.first {
                self.generatedRoute = route
                self.lines = route.directionManeuvers.map { $0.directionText }
            }
            self.finished?()
        }
    }
}
