import Cairn
import CairnCore
import Foundation

/// `cairn service-area`: how far one gets.
enum ServiceAreaCommand: Command {
    static let name = "service-area"
    static let summary = "find how far one gets from a place"
    static let usage = ["PLACE… --within N,N… (--network FILE | --service URL) [options]"]
    static let discussion = """
        Finds the area that can be reached within so many minutes (kilometres, by a mode that keeps distances short), and prints it as GeoJSON. A place is a longitude and a latitude in degrees, or an address, which the --locator finds.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        NetworkOption.options + [
            NetworkOption.locator,
            CommandOption(
                "--within", "w", "N,N…", "how far, each more than the one before (default: what is usual on the network)"),
            CommandOption("--toward", nil, nil, "from where the place is reached, and not what is reached from it"),
            CommandOption(
                "--overlap", nil, "HOW", choices: ["overlap", "dissolve", "split"],
                "overlap, dissolve or split the areas of several places"),
            CommandOption("--disks", nil, nil, "have each area begin at the place, and not where the smaller one ends"),
            CommandOption("--trim", nil, "METRES", "how far from the roads areas end (default 100)"),
            CommandOption("--lines", nil, nil, "the roads that are reached, too"),
            CommandOption("--output", "o", "FILE", "where the areas go, instead of standard output"),
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let task = try task(arguments)
        guard !arguments.operands.isEmpty else { throw UsageError(reason: "name a place.") }
        let output = try RoutingFiles.output("--output", arguments)
        let places = try await PlaceReader(arguments).places(arguments.operands)
        var parameters = try await task.makeDefaultParameters()
        parameters.travelMode = try NetworkOption.mode(arguments, of: task.info?.network)
        parameters.facilities = places.map { ServiceAreaFacility(point: $0.point, name: $0.name) }
        if let cutoffs = try cutoffs(arguments) { parameters.defaultImpedanceCutoffs = cutoffs }
        if arguments.has("--toward") { parameters.travelDirection = .toFacility }
        if arguments.has("--disks") { parameters.geometryAtCutoff = .disks }
        if let width = try arguments.double("--trim", in: 0...100_000) { parameters.polygonBufferDistance = width }
        parameters.returnsPolylines = arguments.has("--lines")
        switch arguments["--overlap"]?.lowercased() {
        case "dissolve": parameters.geometryAtOverlap = .dissolve
        case "split": parameters.geometryAtOverlap = .split
        default: break
        }
        parameters.outputSpatialReference = .wgs84
        let result = try await task.solveServiceArea(using: parameters)
        for message in result.messages { Console.note(message.printable(upTo: 1000)) }
        guard !result.polygons.isEmpty || !result.polylines.isEmpty else {
            if result.messages.isEmpty { Console.error("Nothing was found.") }
            return .failed
        }
        let json = try geoJSON(of: result, impedance(parameters, task.info?.network))
        if let output { try DurableFile.replace(output, with: Data(json.text().utf8)) } else { Console.json(json) }
        return .done
    }

    private static func task(_ arguments: Arguments) throws -> ServiceAreaTask {
        switch try NetworkOption.source(arguments) {
        case .file(let url): ServiceAreaTask(fileURL: url)
        case .service(let service): ServiceAreaTask(url: service.url, credential: CredentialStore.standard)
        }
    }

    private static func cutoffs(_ arguments: Arguments) throws -> [Double]? {
        guard let text = arguments["--within"] else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double(decimal: $0.trimmingCharacters(in: .whitespaces)) ?? 0
        }
        guard numbers.allSatisfy({ $0 > 0 }), zip(numbers, numbers.dropFirst()).allSatisfy(<) else {
            throw UsageError(
                reason:
                    "--within wants numbers above zero, each more than the one before, such as 5,10,15, and not \"\(text.printable(upTo: 60))\"."
            )
        }
        return numbers
    }

    /// The cost that is kept low.
    static func impedance(_ parameters: ServiceAreaParameters, _ network: NetworkInfo?) -> String {
        let mode = parameters.travelMode?.impedanceAttributeName ?? ""
        return mode.isEmpty ? network?.impedanceAttributeName ?? "" : mode
    }

    /// - Parameter impedance: The cost that lines tell; services give all that they reckoned.
    static func geoJSON(of result: ServiceAreaResult, _ impedance: String) throws -> JSONValue {
        // The largest first, so that smaller ones are drawn over it.
        let polygons = result.polygons.sorted { $0.toImpedanceCutoff > $1.toImpedanceCutoff }
        let areas = try polygons.map { polygon in
            var properties: [String: JSONValue] = [
                "from": .number(polygon.fromImpedanceCutoff), "to": .number(polygon.toImpedanceCutoff),
            ]
            if let index = polygon.facilityIndex, result.facilities.indices.contains(index) {
                properties["place"] = .string(result.facilities[index].name)
            }
            return RouteFiles.feature(try Geometry.polygon(polygon.geometry).geoJSON(), properties)
        }
        let lines = try result.polylines.map { line in
            let properties = ["from": line.fromCumulativeCosts, "to": line.toCumulativeCosts].compactMapValues { costs in
                (costs[impedance] ?? (costs.count == 1 ? costs.values.first : nil)).map(JSONValue.number)
            }
            return RouteFiles.feature(try Geometry.polyline(line.geometry).geoJSON(), properties)
        }
        return ["type": "FeatureCollection", "features": .array(areas + lines)]
    }
}
