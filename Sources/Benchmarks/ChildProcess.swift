import Foundation

/// A process beside this one, which tells one line and ends when its input does: this program with other arguments, or another.
final class ChildProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ arguments: [String], program: String = CommandLine.arguments[0]) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// What it says first.
    func line() throws -> String {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// What it answers to a line.
    func ask() throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        return try line()
    }

    /// Lets it end.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
