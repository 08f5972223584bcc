// As old code has it, with the import changed.
import AGSCompat
import Foundation

/// Stands for the view of the old SDK, which is not part of this module.
final class RouteMapView {
    var spatialReference: AGSSpatialReference? = .webMercator()
}

/// The sample of the seeds, with stops, and with something in the place of "work with the results".
final class SeedRouteViewController {
    var routeTask: AGSRouteTask?
    let mapView = RouteMapView()
    var stops: [AGSStop] = []
    var finished: ((AGSRouteResult?) -> Void)?

    func solve() {
        routeTask?.load { [weak self] (error) -> Void in
            if let error = error { return print(error) }
            self?.routeTask?.defaultRouteParameters { [weak self] (params, error) -> Void in
                if let error = error {
                    print(error)
                    return
                }

                // explicitly set values for some parameters
                if let routeParameters = params {
                    routeParameters.returnDirections = true
                    routeParameters.returnRoutes = true
                    routeParameters.outputSpatialReference = self?.mapView.spatialReference
                    routeParameters.setStops(self?.stops ?? [])
                    // solve the route with these parameters
                    self?.routeTask?.solveRoute(with: routeParameters) { (routeResult, error) -> Void in
                        if let error = error {
                            print(error)
                            return
                        }
                        self?.finished?(routeResult)
                    }
                }
            }
        }
    }
}

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
