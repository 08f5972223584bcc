/// One command of the tool.
protocol Command: SendableMetatype {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What `--help` shows.
    static var help: String { get }
    /// Options that take a value, and those that do not, with their dashes.
    static var options: (valued: Set<String>, flags: Set<String>) { get }
    static func run(_ arguments: Arguments) async throws -> ExitCode
}

/// How the tool ends.
enum ExitCode: Int32 {
    case done = 0
    case failed = 1
    case usage = 2
    /// Interrupted, with everything saved.
    case interrupted = 130
}

/// A command line that is not understood.
struct UsageError: Error {
    let reason: String
}
