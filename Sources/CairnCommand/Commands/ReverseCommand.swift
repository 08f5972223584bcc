import Cairn
import Foundation

/// `cairn reverse`: what is at a place.
enum ReverseCommand: Command {
    static let name = "reverse"
    static let summary = "find what is at a place"
    static let usage = ["LON,LAT (--locator FILE | --service URL) [options]"]
    static let discussion =
        "Prints the address that is nearest to a place in degrees, such as -117.19,34.05. - stands for a line of standard input."
    static let options =
        LocatorOption.options + [
            CommandOption("--distance", "d", "METRES", "how far away it may be"),
            .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let locator = try LocatorOption.task(arguments)
        var parameters = ReverseGeocodeParameters()
        parameters.maxDistance = try arguments.double("--distance", in: 0...Double.infinity)
        let place = try Coordinates.point(arguments.text("LON,LAT"))
        let results = try await locator.reverseGeocode(forLocation: place, parameters: parameters)
        for result in results { ResultLine.show(result, isJSON: arguments.isJSON) }
        if results.isEmpty { Console.error("Nothing is near \(place.x), \(place.y).") }
        return results.isEmpty ? .failed : .done
    }
}
