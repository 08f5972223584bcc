import Cairn
import Foundation

/// `cairn package`: what is in mobile map packages, and files of tiles.
enum PackageCommand: Command {
    static let name = "package"
    static let summary = "show, unpack and pack mobile map packages; show files of tiles"
    static let usage = ["info FILE|FOLDER", "extract FILE -o FOLDER", "pack FOLDER -o FILE.mmpk"]
    static let discussion = """
        FILE is a mobile map package, or a file of tiles: .mmpk, .tpkx, .vtpk, .mbtiles. FOLDER is a package that was taken offline with "cairn take-offline".

          info      what it says of itself, its layers, its levels
          extract   unpacks it into a folder that is not there yet
          pack      packs a folder into one file, whose tiles can be read in place
        """
    static let options = [CommandOption("--output", "o", "PATH", "where it goes"), .json]
    static let verbs = ["info", "extract", "pack"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let verb = arguments.operands.first else {
            throw UsageError(reason: "say what to do: \(verbs.joined(separator: ", ")).")
        }
        guard verbs.contains(verb) else { throw UsageError(unknown: "package command", verb, among: verbs) }
        try arguments.expectNoOperands(after: 2)
        guard arguments.operands.count == 2 else { throw UsageError(reason: "name one: cairn package \(verb) PATH.") }
        let (url, isJSON) = (URL(filePath: arguments.operands[1]), arguments.isJSON)
        if verb == "info" { return try await end(of: Task { try await PackageDescription(url).show(isJSON: isJSON) }) }
        let path = try arguments.required("--output")
        if path == "-" { throw UsageError(reason: "a package stays on the disk, and cannot be piped: name where it goes.") }
        let output = URL(filePath: path)
        let line = ProgressLine(output.lastPathComponent, isJSON: isJSON)
        defer { line.close() }
        let work = Task {
            if verb == "extract" {
                try await MobileMapPackage.unpack(url, to: output) { line.update($0 * 100) }
            } else {
                try await MobileMapPackage.pack(url, to: output) { line.update($0 * 100) }
            }
        }
        let code = try await end(of: work, line)
        line.close()
        if code == .done { report(output, isJSON: isJSON) }
        return code
    }

    /// How work ends that a signal cancels.
    private static func end(of work: Task<Void, any Error>, _ line: ProgressLine? = nil) async throws -> ExitCode {
        let interruption = Interruption { work.cancel() }
        do { try await work.value } catch is CancellationError where interruption.hasHappened {
            line?.close()
            Console.note("Interrupted. Nothing was written.")
            return .interrupted
        }
        return .done
    }

    private static func report(_ output: URL, isJSON: Bool) {
        if isJSON {
            Console.json(["event": "summary", "output": .string(output.path)])
        } else {
            Console.print("→ \(output.path.printable())")
        }
    }
}
