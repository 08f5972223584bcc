import Cairn
import Dispatch
import Foundation

/// `cairn`: the entry. The main thread keeps its run loop; everything else is tasks.
@main
enum CommandLineTool {
    /// The program's, printed by `--version`. Until the first release it is that of the source.
    static let version = "0.1.0"

    static func main() {
        Interruption.watchSignals()
        signal(SIGPIPE, SIG_IGN)
        Console.takeClosedDescriptors()
        if let trouble = ProcessTrouble.first {
            Console.error("cairn: \(trouble)")
            exit(ExitCode.failed.rawValue)
        }
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
        BuildNetworkCommand.self, RouteCommand.self, ServiceAreaCommand.self, ClosestFacilityCommand.self, MatrixCommand.self,
        QueryCommand.self, ExportCommand.self, GeoprocessingCommand.self, GenerateGeodatabaseCommand.self, SyncCommand.self,
        ExportTilesCommand.self, TakeOfflineCommand.self, PackageCommand.self,
        GeocodeTableCommand.self, JobsCommand.self, ServeCommand.self, WorkflowCommand.self, CompletionsCommand.self,
    ]

    static func run(_ arguments: [String]) async -> ExitCode {
        guard let name = arguments.first else {
            Console.error(usage)
            return .usage
        }
        switch name {
        case "help", "--help", "-h": return help(for: arguments.dropFirst().first)
        case "--version", "-V", "version":
            Console.print("cairn \(version)")
            return .done
        default: break
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            return refuse(UsageError(unknown: name.hasPrefix("-") ? "option" : "command", name, among: words), "cairn")
        }
        let rest = Array(arguments.dropFirst())
        if rest.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) }) { return help(for: name) }
        do {
            let arguments = try Arguments(rest, of: command)
            Console.isQuiet = arguments.has("--quiet")
            return try await command.run(arguments)
        } catch let error as UsageError {
            return refuse(error, "cairn \(name)")
        } catch is CancellationError {
            return .interrupted
        } catch {
            Console.error("\(Colour.red.of("cairn \(name):", on: .errors)) \(Console.text(of: error))")
            if let advice = CommandCredentials.standard.advice(for: error) { Console.error(advice) }
            return .failed
        }
    }

    private static var words: [String] { commands.map { $0.name } + ["help", "--help", "--version"] }

    /// Two lines: what is wrong, and where all is told.
    private static func refuse(_ error: UsageError, _ program: String) -> ExitCode {
        Console.error(
            "\(Colour.red.of("\(program):", on: .errors)) \(error.reason.printable(upTo: 2000))\nSee: \(program) --help")
        return .usage
    }

    private static func help(for name: String?) -> ExitCode {
        guard let name else {
            Console.print(usage)
            return .done
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            return refuse(UsageError(unknown: "command", name, among: commands.map { $0.name }), "cairn")
        }
        Console.print(command.help)
        return .done
    }

    static var usage: String {
        let table = HelpTable(commands.map { ($0.name, $0.summary) })
        return """
            cairn: geocoding, routing and workflows that survive, online and offline.

            Usage: cairn COMMAND [options]

            \(table.text)

            \(table.wrapped("\"cairn COMMAND --help\" tells more, \"cairn --version\" which this is."))
            \(table.wrapped("Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted and saved."))
            """
    }
}
