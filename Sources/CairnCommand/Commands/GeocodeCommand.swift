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

/// `cairn suggest`: what somebody is typing.
enum SuggestCommand: Command {
    static let name = "suggest"
    static let summary = "complete what somebody is typing"
    static let help = """
        Usage: cairn suggest TEXT (--locator FILE | --service URL) [options]

        \(LocatorOption.help)
          --max N            at most N suggestions (default 5)
          --near LON,LAT     suggestions near there first
          --json             suggestions as lines of JSON
        """
    static let options = (valued: LocatorOption.names.union(["--max", "--near"]), flags: Set(["--json"]))

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        var parameters = SuggestParameters()
        parameters.maxResults = try arguments.int("--max") ?? 5
        parameters.preferredSearchLocation = try arguments["--near"].map(Coordinates.point)
        let suggestions = try await LocatorOption.task(arguments).suggest(
            forSearchText: arguments.text("the text"), parameters: parameters)
        for suggestion in suggestions {
            if arguments.has("--json") {
                Console.json(["text": .string(suggestion.label), "magicKey": .string(suggestion.magicKey)])
            } else {
                Console.print(suggestion.label)
            }
        }
        return suggestions.isEmpty ? .failed : .done
    }
}

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

/// Longitude and latitude in one word.
enum Coordinates {
    static func point(_ text: String) throws -> Point {
        let numbers = text.split { ", ".contains($0) }.map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) <= 180, abs(y) <= 90 else {
            throw UsageError(reason: "\"\(text)\" is no longitude and latitude in degrees, such as -117.19,34.05.")
        }
        return Point(latitude: y, longitude: x)
    }
}

/// A result on one line.
enum ResultLine {
    static func show(_ result: GeocodeResult, isJSON: Bool) {
        if isJSON {
            var members: [String: JSONValue] = [
                "address": .string(result.label), "score": .number(result.score),
                "attributes": .object(result.attributes.mapValues(\.esriJSON)),
            ]
            if let place = result.location { members["location"] = ["x": .number(place.x), "y": .number(place.y)] }
            Console.json(.object(members))
        } else {
            let place = result.location.map { String(format: "%.6f,%.6f", $0.x, $0.y) } ?? "no place"
            Console.print("\(String(format: "%6.2f", result.score))  \(place)  \(result.label)")
        }
    }
}
