// Every name of the domain of routes that old code is known to use, as it uses it. It is compiled, and not run.
import AGSCompat
import Foundation

private func tasks(_ url: URL, _ map: AGSMap, _ item: AGSPortalItem) {
    var task = AGSRouteTask(url: url)
    if map.transportationNetworks.count > 0 { task = AGSRouteTask(dataset: map.transportationNetworks[0]) }
    task = AGSRouteTask(fileURLToDatabase: url, networkName: "Streets_ND")
    task = AGSRouteTask(databaseName: "sandiego", networkName: "Streets_ND")
    task.load { [weak task] (error: Error?) in
        guard error == nil, let task = task else { return }
        let info: AGSRouteTaskInfo = task.routeTaskInfo()
        print(info.travelModes.first?.name as Any, info.supportsRerouting)
    }
    task.defaultRouteParameters { (params: AGSRouteParameters?, error: Error?) in
        guard let params = params, let rerouting = AGSReroutingParameters(routeTask: task, routeParameters: params) else {
            return
        }
        rerouting.strategy = .toNextWaypoint
        rerouting.visitFirstStopOnStart = false
        print(rerouting)
    }
    task.routeParameters(with: item, completion: { (parameters: AGSRouteParameters?, error: Error?) in print(parameters as Any) })
    AGSRouteTask.routeResult(with: item, completion: { (result: AGSRouteResult?, error: Error?) in print(result as Any) })
}

private func show(_ info: AGSRouteTaskInfo) {
    let costs: [String: AGSCostAttribute]? = info.costAttributes
    let restrictions: [String: AGSRestrictionAttribute]? = info.restrictionAttributes
    print(costs?.mapValues { $0.unit.rawValue } as Any, restrictions?.values.map { $0.restrictionUsageParameterName } as Any)
    print(info.networkName, info.defaultTravelModeName, info.accumulateAttributeNames, info.maxLocatingDistance)
    print(info.directionsLanguage, info.directionsStyle.rawValue, info.directionsSupport.rawValue, info.directionsDistanceUnits)
    print(info.findBestSequence, info.preserveFirstStop, info.preserveLastStop, info.routeShapeType.rawValue)
    print(info.supportedLanguages, info.supportedRestrictionUsageParameterValues, info.startTime as Any)
}

private func parameters(_ modes: [AGSTravelMode]) -> AGSRouteParameters {
    let parameters = AGSRouteParameters()
    parameters.accumulateAttributeNames = ["Miles"]
    parameters.directionsDistanceUnits = AGSUnitSystem(rawValue: 0) ?? .unknown
    parameters.directionsLanguage = "en"
    parameters.directionsStyle = AGSDirectionsStyle(rawValue: 0)!
    parameters.findBestSequence = true
    parameters.startTime = Date()
    parameters.outputSpatialReference = .webMercator()
    parameters.preserveFirstStop = true
    parameters.preserveLastStop = true
    parameters.returnDirections = true
    parameters.returnPointBarriers = true
    parameters.returnPolygonBarriers = true
    parameters.returnPolylineBarriers = true
    parameters.returnRoutes = true
    parameters.returnStops = true
    parameters.routeShapeType = AGSRouteShapeType(rawValue: 2)!
    parameters.travelMode = modes.first
    parameters.clearStops()
    parameters.clearPolygonBarriers()
    return parameters
}

private func mode() -> AGSTravelMode {
    let mode = AGSTravelMode()
    let height = AGSAttributeParameterValue()
    height.attributeName = "Height"
    height.parameterName = "Metres"
    height.parameterValue = 3.5
    mode.attributeParameterValues = [height]
    mode.travelModeDescription = "By car"
    mode.distanceAttributeName = "Miles"
    mode.impedanceAttributeName = "TravelTime"
    mode.name = "Driving"
    mode.outputGeometryPrecision = 10
    mode.restrictionAttributeNames = []
    mode.timeAttributeName = "TravelTime"
    mode.type = "AUTOMOBILE"
    mode.useHierarchy = true
    mode.uTurnPolicy = AGSUTurnPolicy(rawValue: 3)!
    return mode
}

private func stop(_ point: AGSPoint, _ kind: UInt, _ side: Int) -> AGSStop {
    let stop = AGSStop(point: point)
    stop.name = "Home"
    stop.stopType = AGSStopType(rawValue: kind) ?? .stop
    stop.routeName = "A"
    stop.curbApproach = AGSCurbApproach(rawValue: side) ?? .unknown
    stop.currentBearing = 90
    stop.currentBearingTolerance = Double.nan
    stop.navigationLatency = 1.5
    stop.navigationSpeed = 2
    stop.stopID = 5
    return stop
}

private func show(_ stop: AGSStop) {
    print(stop.arrivalCurbApproach.rawValue, stop.departureCurbApproach.rawValue, stop.locationStatus.rawValue)
    print(stop.geometry?.x as Any, stop.distanceToNetworkLocation, stop.sequence, stop.stopType.rawValue, stop.currentBearing)
    if let arrivalTime = stop.arrivalTime, let departureTime = stop.departureTime { print(arrivalTime, departureTime) }
    print(stop.arrivalTimeShift, stop.departureTimeShift, stop.violationTime, stop.waitTime)
}

private func show(_ result: AGSRouteResult) {
    print(result.directionsLanguage, result.messages)
    for route: AGSRoute in result.routes {
        print(route.routeName, route.totalLength, route.totalTime, route.travelTime, route.violationTime, route.waitTime)
        print(route.startTime as Any, route.startTimeShift, route.endTime as Any, route.endTimeShift)
        if let line: AGSPolyline = route.routeGeometry { print(line) }
        route.stops.forEach(show)
        route.directionManeuvers.forEach(show)
    }
}

private func show(_ maneuver: AGSDirectionManeuver) {
    print(maneuver.directionText, maneuver.maneuverType.rawValue, maneuver.length, maneuver.duration)
    print(maneuver.estimatedArriveTime as Any, maneuver.estimatedArrivalTimeShift, maneuver.fromLevel, maneuver.toLevel)
    if let geometry = maneuver.geometry { print(geometry) }
    for message: AGSDirectionMessage in maneuver.maneuverMessages { print(message.type.rawValue, message.text) }
    for event: AGSDirectionEvent in maneuver.directionEvents {
        let texts: [String] = event.eventMessages
        print(event.eventText, texts, event.estimatedArrivalTime as Any, event.estimatedArrivalTimeShift, event.geometry as Any)
    }
}

private func image(_ type: AGSDirectionManeuverType, _ units: AGSUnitSystem) -> String {
    switch type {
    case .depart, .stop: "circle"
    case .bearLeft, .forkLeft, .rampLeft, .sharpLeft, .turnLeft, .turnLeftLeft, .turnLeftRight: "left"
    case .bearRight, .forkRight, .rampRight, .sharpRight, .turnRight, .turnRightRight, .turnRightLeft: "right"
    case .straight: "ahead"
    case .uTurn: "back"
    case .roundabout: "round"
    default: units == .metric || units != .imperial ? "other" : "none"
    }
}
