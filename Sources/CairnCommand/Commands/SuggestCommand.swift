import Cairn
import Foundation

/// `cairn suggest`: what somebody is typing.
enum SuggestCommand: Command {
    static let name = "suggest"
    static let summary = "complete what somebody is typing"
    static let usage = ["TEXT (--locator FILE | --service URL) [options]"]
    static let discussion = "Prints what TEXT may be the beginning of, a line each. - stands for a line of standard input."
    static let options =
        LocatorOption.options + [
            CommandOption("--max", "n", "N", "at most N suggestions (default 5)"),
            CommandOption("--near", nil, "LON,LAT", "suggestions near there first"),
            .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let locator = try LocatorOption.task(arguments)
        var parameters = SuggestParameters()
        parameters.maxResults = try arguments.int("--max", in: 1...1000) ?? 5
        parameters.preferredSearchLocation = try arguments["--near"].map(Coordinates.point)
        let text = try arguments.text("the text")
        let suggestions = try await locator.suggest(forSearchText: text, parameters: parameters)
        for suggestion in suggestions {
            if arguments.isJSON {
                Console.json(["text": .string(suggestion.label), "magicKey": .string(suggestion.magicKey)])
            } else {
                Console.print(suggestion.label.printable())
            }
        }
        if suggestions.isEmpty { Console.error("Nothing begins like \"\(text.printable())\".") }
        return suggestions.isEmpty ? .failed : .done
    }
}
