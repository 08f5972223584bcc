import Foundation

/// Many processes work on the jobs of one directory and are killed at random moments; then nothing may be lost, done by two at once, or done
/// again.
@main
enum JobStress {
    static let usage = """
        Usage: JobStress drive DIR --processes N --jobs M --kills K [--seed S] [--seconds LIMIT]
               JobStress worker DIR SEED
        """

    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("JobStress: \(error)\n".utf8))
            exit(2)
        }
    }

    private static func run(_ words: [String]) async throws -> Bool {
        guard words.count > 2 else { throw UsageError(reason: usage) }
        switch words[0] {
        case "drive":
            let site = Site(directory: URL(filePath: words[1]).path)
            var driver = try Driver(site, Plan(words.dropFirst(2)))
            return try await driver.run()
        case "worker":
            guard let seed = UInt64(words[2]) else { throw UsageError(reason: usage) }
            try await Worker(Site(directory: words[1]), seed: seed).run()
            return true
        default: throw UsageError(reason: usage)
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
