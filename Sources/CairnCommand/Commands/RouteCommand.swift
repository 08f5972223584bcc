import Cairn
import CairnCore
import Foundation

/// `cairn route`: the way from stop to stop.
enum RouteCommand: Command {
    static let name = "route"
    static let summary = "find the way from stop to stop"
    static let usage = ["STOP STOP… (--network FILE | --service URL) [options]"]
    static let discussion = """
        Finds the shortest way over the stops, and prints what to do on it. A stop is a longitude and a latitude in degrees, such as -8.61,41.15, or an address, which the --locator finds.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        NetworkOption.options + [
            NetworkOption.locator,
            CommandOption(
                "--best-order", "b", nil, "visit the stops in the best order; the first and the last stay what they are"),
            CommandOption("--avoid", nil, "LON,LAT", "let nobody come past this place; may be repeated"),
            CommandOption("--units", "u", "UNITS", choices: ["metric", "imperial"], "metric or imperial (default metric)"),
            CommandOption("--geojson", "g", "FILE", "write the route to FILE"),
            CommandOption("--gpx", "x", "FILE", "write the route to FILE, for what navigates"),
            .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let task = try task(arguments)
        guard arguments.operands.count > 1 else { throw UsageError(reason: "name two stops at least.") }
        let outputs = try outputs(arguments)
        let places = try await PlaceReader(arguments).places(arguments.operands)
        var parameters = try await task.makeDefaultParameters()
        parameters.travelMode = try NetworkOption.mode(arguments, of: task.info?.network)
        parameters.stops = places.map { Stop(point: $0.point, name: $0.name) }
        parameters.findsBestSequence = arguments.has("--best-order")
        // What the help says, and what files want, whatever is usual on the layer.
        (parameters.preservesFirstStop, parameters.preservesLastStop, parameters.routeShape) = (true, true, .trueShape)
        parameters.pointBarriers = try arguments.all("--avoid").map { PointBarrier(point: try Coordinates.point($0)) }
        parameters.directionsDistanceUnits = arguments["--units"]?.lowercased() == "imperial" ? .imperial : .metric
        (parameters.returnsDirections, parameters.returnsStops, parameters.outputSpatialReference) = (true, true, .wgs84)
        let result = try await task.solveRoute(using: parameters)
        for message in result.messages { Console.note(message.printable(upTo: 1000)) }
        if result.routes.isEmpty {
            Console.error("The service found no route, and did not say why.")
            return .failed
        }
        for route in result.routes { show(route, parameters.directionsDistanceUnits, isJSON: arguments.isJSON) }
        if let file = outputs.geoJSON {
            try DurableFile.replace(file, with: Data((try RouteFiles.geoJSON(of: result.routes)).text().utf8))
        }
        if let file = outputs.gpx { try DurableFile.replace(file, with: Data(RouteFiles.gpx(of: result.routes).utf8)) }
        return .done
    }

    private static func task(_ arguments: Arguments) throws -> RouteTask {
        switch try NetworkOption.source(arguments) {
        case .file(let url): RouteTask(fileURL: url)
        case .service(let service): RouteTask(url: service.url, credential: CredentialStore.standard)
        }
    }

    private static func outputs(_ arguments: Arguments) throws -> (geoJSON: URL?, gpx: URL?) {
        let files = try ["--geojson", "--gpx"].map { try RoutingFiles.output($0, arguments) }
        if let first = files[0], first == files[1] { throw UsageError(reason: "--geojson and --gpx name one file.") }
        return (files[0], files[1])
    }

    private static func show(_ route: Route, _ units: UnitSystem, isJSON: Bool) {
        if isJSON { return Console.json(json(route)) }
        Console.print(
            "\(route.name.printable()): \(RouteFiles.words(metres: route.lengthInMeters, units)), \(RouteFiles.words(seconds: route.totalTime))"
        )
        for (index, maneuver) in route.directionManeuvers.enumerated() {
            let length = maneuver.lengthInMeters > 0 ? "  (\(RouteFiles.words(metres: maneuver.lengthInMeters, units)))" : ""
            Console.print("\(String(format: "%3d", index + 1))  \(maneuver.text.printable())\(length)")
        }
    }

    private static func json(_ route: Route) -> JSONValue {
        [
            "name": .string(route.name), "metres": .number(route.lengthInMeters), "seconds": .number(route.totalTime),
            "stops": .array(
                route.stops.map { ["name": .string($0.name), "x": .number($0.geometry.x), "y": .number($0.geometry.y)] }),
            "directions": RouteFiles.directions(of: route),
        ]
    }
}
