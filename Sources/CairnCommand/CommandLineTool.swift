import Cairn
import Dispatch
import Foundation

/// `cairn`: the entry. The main thread keeps its run loop; everything else is tasks.
@main
enum CommandLineTool {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        CommandCredentials.standard.install()
        let arguments = Array(CommandLine.arguments.dropFirst())
        Task.detached {
            exit(await finish(run(arguments)).rawValue)
        }
        RunLoop.main.run()
        // The loop has nothing to watch on some systems, and returns.
        dispatchMain()
    }

    /// Who has lost a part of the output is told, or takes the rest for the whole.
    private static func finish(_ code: ExitCode) -> ExitCode {
        guard let loss = Console.loss else { return code }
        Console.error("cairn: A part of the output was lost. \(loss)")
        return code == .done ? .failed : code
    }

    static let commands: [any Command.Type] = [
        DemoCommand.self, BuildLocatorCommand.self, GeocodeCommand.self, SuggestCommand.self, ReverseCommand.self,
        GeocodeTableCommand.self, JobsCommand.self, ServeCommand.self, WorkflowCommand.self,
    ]

    static func run(_ arguments: [String]) async -> ExitCode {
        guard let name = arguments.first else {
            Console.error(usage)
            return .usage
        }
        if ["help", "--help", "-h"].contains(name) {
            Console.print(arguments.count > 1 ? help(for: arguments[1]) : usage)
            return .done
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            Console.error("cairn: there is no command \"\(name)\".\n\n\(usage)")
            return .usage
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            Console.print(command.help)
            return .done
        }
        do {
            return try await command.run(Arguments(rest, of: command))
        } catch let error as UsageError {
            Console.error("cairn \(name): \(error.reason)\n\n\(command.help)")
            return .usage
        } catch {
            Console.error("cairn \(name): \(Console.text(of: error))")
            if let advice = CommandCredentials.standard.advice(for: error) { Console.error(advice) }
            return .failed
        }
    }

    private static func help(for name: String) -> String {
        commands.first { $0.name == name }?.help ?? usage
    }

    static var usage: String {
        let list = commands.map { "  \($0.name.padding(toLength: 15, withPad: " ", startingAt: 0))\($0.summary)" }
        return """
            cairn: geocoding and workflows that survive, online and offline.

            Usage: cairn COMMAND [options]

            \(list.joined(separator: "\n"))

            "cairn COMMAND --help" tells more. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted and saved.
            """
    }
}
