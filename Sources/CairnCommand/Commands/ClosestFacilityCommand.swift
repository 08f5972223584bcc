import Cairn
import CairnCore
import Foundation

/// `cairn closest-facility`: what is nearest by road.
enum ClosestFacilityCommand: Command {
    static let name = "closest-facility"
    static let summary = "find what is nearest to a place by road"
    static let usage = ["PLACE… --facilities FILE.csv (--network FILE | --service URL) [options]"]
    static let discussion = """
        Finds which of a table's places (columns lon and lat, perhaps name) are nearest to each PLACE, and how far it is. A place is a longitude and a latitude in degrees, or an address, which the --locator finds.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        NetworkOption.options + [
            NetworkOption.locator,
            CommandOption("--facilities", "f", "FILE", "the table of what is looked for"),
            CommandOption("--facility", nil, "PLACE", "one of what is looked for; may be repeated"),
            CommandOption("--count", "c", "N", "how many are looked for (default 1)"),
            CommandOption(
                "--within", "w", "N", "the most that a way may cost: minutes, or kilometres by a mode that keeps distances short"),
            CommandOption("--from", nil, nil, "ways from the facilities, as fire engines take them"),
            CommandOption("--directions", "d", nil, "print what to do on each way"),
            .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let task = try task(arguments)
        guard !arguments.operands.isEmpty else { throw UsageError(reason: "name a place.") }
        let reader = try PlaceReader(arguments)
        var facilities: [Facility] = []
        if let path = arguments["--facilities"] {
            let table = try RoutingFiles.table(path)
            facilities = try PlaceTable(detecting: table).places().map { Facility(point: $0.point, name: $0.name) }
            if facilities.isEmpty { throw UsageError(reason: "\(path.printable()) has no places: it is a header alone.") }
        }
        facilities += try await reader.places(arguments.all("--facility")).map { Facility(point: $0.point, name: $0.name) }
        if facilities.isEmpty { throw UsageError(reason: "say what is looked for: --facilities FILE or --facility PLACE.") }
        let places = try await reader.places(arguments.operands)
        var parameters = try await task.makeDefaultParameters()
        parameters.travelMode = try NetworkOption.mode(arguments, of: task.info?.network)
        parameters.facilities = facilities
        parameters.incidents = places.map { Incident(point: $0.point, name: $0.name) }
        parameters.defaultTargetFacilityCount = try arguments.int("--count", in: 1...10_000) ?? 1
        parameters.defaultImpedanceCutoff =
            try arguments.double("--within", in: 0...Double.infinity) ?? parameters.defaultImpedanceCutoff
        if arguments.has("--from") { parameters.travelDirection = .fromFacility }
        parameters.returnsDirections = arguments.has("--directions")
        parameters.outputSpatialReference = .wgs84
        let result = try await task.solveClosestFacility(using: parameters)
        for message in result.messages { Console.note(message.printable(upTo: 1000)) }
        for route in result.routes { show(route, result, isJSON: arguments.isJSON) }
        if result.routes.isEmpty, result.messages.isEmpty { Console.error("Nothing was found.") }
        return result.routes.isEmpty ? .failed : .done
    }

    private static func task(_ arguments: Arguments) throws -> ClosestFacilityTask {
        switch try NetworkOption.source(arguments) {
        case .file(let url): ClosestFacilityTask(fileURL: url)
        case .service(let service): ClosestFacilityTask(url: service.url, credential: CredentialStore.standard)
        }
    }

    private static func show(_ found: ClosestFacilityRoute, _ result: ClosestFacilityResult, isJSON: Bool) {
        let (place, facility) = (result.incidents[found.incidentIndex].name, result.facilities[found.facilityIndex].name)
        if isJSON {
            var members: [String: JSONValue] = [
                "place": .string(place), "facility": .string(facility), "rank": .integer(found.rank),
                "metres": .number(found.route.lengthInMeters), "seconds": .number(found.route.totalTime),
            ]
            if !found.route.directionManeuvers.isEmpty { members["directions"] = RouteFiles.directions(of: found.route) }
            return Console.json(.object(members))
        }
        Console.print(
            "\(found.rank)  \(RouteFiles.words(metres: found.route.lengthInMeters)), \(RouteFiles.words(seconds: found.route.totalTime))  \(place.printable()) – \(facility.printable())"
        )
        for maneuver in found.route.directionManeuvers { Console.print("     \(maneuver.text.printable())") }
    }
}
