import CairnCore

/// One command of the tool.
protocol Command: SendableMetatype {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What may be written after the command's name, a line for each way.
    static var usage: [String] { get }
    /// What it does, in paragraphs.
    static var discussion: String { get }
    static var options: [CommandOption] { get }
    /// What is to be known beside the options.
    static var remarks: String { get }
    /// Words that may come first, for completion.
    static var verbs: [String] { get }
    static func run(_ arguments: Arguments) async throws -> ExitCode
}

extension Command {
    static var verbs: [String] { [] }
    static var remarks: String { "" }

    /// Its own options, and those that every command has.
    static var allOptions: [CommandOption] { options + CommandOption.common }

    /// What `--help` shows.
    static var help: String {
        let lines = usage.enumerated().map { ($0 == 0 ? "Usage: " : "       ") + "cairn \(name)\($1.isEmpty ? "" : " ")\($1)" }
        let table = HelpTable(allOptions.map { ($0.heading, $0.help) })
        return [lines.joined(separator: "\n"), table.wrapped(discussion), table.text, remarks].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
    }
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

    init(reason: String) {
        self.reason = reason
    }

    /// What is not known, and what may have been meant.
    init(unknown what: String, _ word: String, among known: some Sequence<String>) {
        let guess = Spelling.closest(to: word, among: known)
        reason = "there is no \(what) \(word.printable())." + (guess.map { " Did you mean \($0)?" } ?? "")
    }
}
