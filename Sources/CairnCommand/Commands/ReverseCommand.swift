import Cairn
import Foundation

/// `cairn reverse`: what is at a place.
enum ReverseCommand: Command {
    static let name = "reverse"
    static let summary = "find what is at a place"
    static let help = """
        Usage: cairn reverse LON,LAT (--locator FILE | --service URL) [options]

        \(LocatorOption.help)
          --distance METRES  how far away it may be
          --json             the result as JSON, with all attributes
        """
    static let options = (valued: LocatorOption.names.union(["--distance"]), flags: Set(["--json"]))

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let place = try Coordinates.point(arguments.text("LON,LAT"))
        var parameters = ReverseGeocodeParameters()
        parameters.maxDistance = try arguments.int("--distance").map(Double.init)
        let results = try await LocatorOption.task(arguments).reverseGeocode(forLocation: place, parameters: parameters)
        for result in results { ResultLine.show(result, isJSON: arguments.has("--json")) }
        if results.isEmpty { Console.error("Nothing is near \(place.x), \(place.y).") }
        return results.isEmpty ? .failed : .done
    }
}
