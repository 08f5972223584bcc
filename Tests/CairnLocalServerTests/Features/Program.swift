import CairnCore
import Foundation

/// A program that nobody here wrote, run on our answers where it is installed.
struct Program {
    struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs it; nil, and a word about it, where it is not installed.
    static func run(_ name: String, _ arguments: [String]) async throws -> Outcome? {
        #if CAIRN_APP_CONTAINER
            print("skipped: no processes are started here")
            return nil
        #else
            let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
            for file in [output, errors] { try Data().write(to: file) }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [name] + arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = try FileHandle(forWritingTo: errors)
            let ended = Level(false)
            process.terminationHandler = { _ in ended.send(true) }
            try process.run()
            for await isEnded in ended.values where isEnded { break }
            // 127 is what `env` ends with where there is no such program, 9 what our scripts do where a module is missing.
            if [9, 127].contains(process.terminationStatus) {
                print("skipped: no \(name) (\(arguments.first ?? ""))")
                return nil
            }
            return Outcome(
                code: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
                errors: try String(contentsOf: errors, encoding: .utf8))
        #endif
    }
}
