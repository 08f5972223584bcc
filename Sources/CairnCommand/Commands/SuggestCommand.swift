import Cairn
import Foundation

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
                Console.print(suggestion.label.printable())
            }
        }
        return suggestions.isEmpty ? .failed : .done
    }
}
