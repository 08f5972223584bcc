// Every name of closest facilities and service areas that old code is known to use, as it uses it. It is compiled, and not run.
import AGSCompat
import Foundation

private func closest(_ url: URL, _ points: [AGSPoint], _ incident: AGSPoint) {
    let task = AGSClosestFacilityTask(url: url)
    task.defaultClosestFacilityParameters { [weak task] (parameters: AGSClosestFacilityParameters?, error: Error?) in
        guard let task = task, let parameters = parameters else { return print(error as Any) }
        let facilities: [AGSFacility] = points.map(AGSFacility.init(point:))
        parameters.setFacilities(facilities)
        parameters.setIncidents([AGSIncident(point: incident)])
        task.solveClosestFacility(
            with: parameters,
            completion: { (result: AGSClosestFacilityResult?, error: Error?) in
                guard let result = result else { return }
                for index in result.incidents.indices {
                    guard let closest = result.rankedFacilityIndexes(forIncidentIndex: index)?.first as? Int else { continue }
                    let route: AGSClosestFacilityRoute? = result.route(forFacilityIndex: closest, incidentIndex: index)
                    print(route?.routeGeometry as Any)
                }
            })
    }
}

private func areas(_ url: URL, _ points: [AGSPoint], _ polygons: [AGSPolygon]) {
    let task = AGSServiceAreaTask(url: url)
    task.defaultServiceAreaParameters { [weak task] (parameters: AGSServiceAreaParameters?, error: Error?) in
        guard let task = task, let parameters = parameters else { return print(error as Any) }
        var facilities = [AGSServiceAreaFacility]()
        for point in points { facilities.append(AGSServiceAreaFacility(point: point)) }
        parameters.setFacilities(facilities)
        parameters.setPolygonBarriers(polygons.map { AGSPolygonBarrier(polygon: $0) })
        parameters.defaultImpedanceCutoffs = [NSNumber(value: 5), 10]
        parameters.geometryAtOverlap = .dissolve
        task.solveServiceArea(with: parameters) { (result: AGSServiceAreaResult?, error: Error?) in
            let polygons: [AGSServiceAreaPolygon] = result?.resultPolygons(atFacilityIndex: 0) ?? []
            for polygon in polygons { print(polygon.geometry, AGSServiceAreaOverlapGeometry.dissolve.rawValue) }
        }
    }
}
