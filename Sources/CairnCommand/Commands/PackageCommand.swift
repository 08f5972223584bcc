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
        let url = URL(filePath: arguments.operands[1])
        if verb == "info" {
            try await PackageDescription(url).show(isJSON: arguments.isJSON)
            return .done
        }
        let path = try arguments.required("--output")
        if path == "-" { throw UsageError(reason: "a package stays on the disk, and cannot be piped: name where it goes.") }
        let output = URL(filePath: path)
        let line = ProgressLine(output.lastPathComponent, isJSON: arguments.isJSON)
        defer { line.close() }
        let work = Task {
            if verb == "extract" {
                try await MobileMapPackage.unpack(url, to: output) { line.update($0 * 100) }
            } else {
                try await MobileMapPackage.pack(url, to: output) { line.update($0 * 100) }
            }
        }
        let interruption = Interruption { work.cancel() }
        do { try await work.value } catch is CancellationError where interruption.hasHappened {
            line.close()
            Console.note("Interrupted. Nothing was written.")
            return .interrupted
        }
        line.close()
        Console.print("→ \(output.path.printable())")
        return .done
    }
}
