import Cairn
import Foundation

/// `cairn geocode`: one address.
enum GeocodeCommand: Command {
    static let name = "geocode"
    static let summary = "find an address or a place"
    static let help = """
        Usage: cairn geocode TEXT (--locator FILE | --service URL) [options]

        \(LocatorOption.help)
          --max N            at most N results (default 5)
          --country CC       only in that country
          --near LON,LAT     results near there first
          --json             results as lines of JSON, with all attributes

        \(CommandCredentials.help)
        """
    static let options = (
        valued: LocatorOption.names.union(["--max", "--country", "--near"]), flags: Set(["--json"])
    )

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let text = try arguments.text("the address")
        var parameters = GeocodeParameters()
        parameters.maxResults = try arguments.int("--max") ?? 5
        parameters.countryCode = arguments["--country"] ?? ""
        parameters.preferredSearchLocation = try arguments["--near"].map(Coordinates.point)
        parameters.outputSpatialReference = .wgs84
        if arguments.has("--json") { parameters.resultAttributeNames = ["*"] }
        let results = try await LocatorOption.task(arguments).geocode(forSearchText: text, using: parameters)
        for result in results { ResultLine.show(result, isJSON: arguments.has("--json")) }
        if results.isEmpty { Console.error("Nothing fits \"\(text)\".") }
        return results.isEmpty ? .failed : .done
    }
}
