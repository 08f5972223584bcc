/// An option of a command.
struct CommandOption: Sendable {
    /// With its dashes.
    let name: String
    let letter: Character?
    /// What its value is called; nil if it takes none.
    let value: String?
    let help: String
    /// What the value may be, if it is one of a few.
    let choices: [String]

    init(_ name: String, _ letter: Character? = nil, _ value: String? = nil, choices: [String] = [], _ help: String) {
        (self.name, self.letter, self.value, self.choices, self.help) = (name, letter, value, choices, help)
    }

    var heading: String { (letter.map { "-\($0), " } ?? "    ") + name + (value.map { " \($0)" } ?? "") }

    /// Whether the value is a file or a folder, for completion.
    var takesPath: Bool { value.map { ["FILE", "FILE.gpkg", "DIR", "OUT", "[NAME=]FILE"].contains($0) } ?? false }

    static let json = CommandOption("--json", "j", nil, "lines of JSON on standard output, see Docs/CommandLine.md")
    static let common = [
        CommandOption("--quiet", "q", nil, "nothing but results and errors"),
        CommandOption("--help", "h", nil, "this text"),
    ]
    static let jobsDirectory = CommandOption(
        "--jobs-directory", nil, "DIR", "where jobs are kept (default CAIRN_JOBS, or ~/.cairn/jobs)")
}
