import Cairn
import Foundation

/// `cairn geocode`: one address.
enum GeocodeCommand: Command {
    static let name = "geocode"
    static let summary = "find an address or a place"
    static let usage = ["TEXT (--locator FILE | --service URL) [options]"]
    static let discussion =
        "Finds TEXT, and prints what fits with its score, the best first. - stands for a line of standard input."
    static var remarks: String { CommandCredentials.help }
    static let options =
        LocatorOption.options + [
            CommandOption("--max", "n", "N", "at most N results (default 5)"),
            CommandOption("--country", "c", "CC", "only in that country, by its two or three letters"),
            CommandOption("--near", nil, "LON,LAT", "results near there first"),
            .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let locator = try LocatorOption.task(arguments)
        var parameters = GeocodeParameters()
        parameters.maxResults = try arguments.int("--max", in: 1...1000) ?? 5
        parameters.countryCode = try CountryOption.value(arguments)
        parameters.preferredSearchLocation = try arguments["--near"].map(Coordinates.point)
        parameters.outputSpatialReference = .wgs84
        if arguments.isJSON { parameters.resultAttributeNames = ["*"] }
        let text = try arguments.text("the address")
        let results = try await locator.geocode(forSearchText: text, using: parameters)
        for result in results { ResultLine.show(result, isJSON: arguments.isJSON) }
        if results.isEmpty { Console.error("Nothing fits \"\(text.printable())\".") }
        return results.isEmpty ? .failed : .done
    }
}
