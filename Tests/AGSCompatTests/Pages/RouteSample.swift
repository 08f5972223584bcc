import AGSCompat
import Foundation

// Code of the page on tasks and jobs that finds a route. Docs/Compatibility.md lists what is replaced.

private func print(_ item: Any) { RouteViewController.printed.add(item) }

/// Stands for the view of the old SDK, which is not part of this module.
final class RouteMapView {
    var spatialReference: AGSSpatialReference? = .webMercator()
}

// swift-format-ignore
final class RouteViewController {
    static let printed = Printed()

    var routeTask: AGSRouteTask?
    let mapView = RouteMapView()
    var stops: [AGSStop] = []
    var finished: ((AGSRouteResult?) -> Void)?

    func solve() {
        // What the page's first `self?` takes for granted.
        let sample: () -> Void = { [weak self] in
            self?.routeTask?.defaultRouteParameters(){ [weak self] (params, error) -> Void in
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
                    self?.routeTask?.solveRoute(with: routeParameters) {(routeResult, error) -> Void in
                        if let error = error{
                            print(error)
                            return
                        }
                        //work with the results...
                        self?.finished?(routeResult)
                    }
                }
            }
        }
        sample()
    }
}
