/// `cairn completions`: scripts by which shells complete what is typed.
enum CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "print completions for bash, zsh or fish"
    static let usage = ["bash | zsh | fish"]
    static let discussion = """
        Prints a script by which a shell completes commands, options and files:

          bash   cairn completions bash > ~/.local/share/bash-completion/completions/cairn
          zsh    cairn completions zsh > "${fpath[1]}/_cairn"
          fish   cairn completions fish > ~/.config/fish/completions/cairn.fish
        """
    static let options: [CommandOption] = []
    static let verbs = Completions.shells

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let shell = arguments.operands.first else { throw UsageError(reason: "name a shell: bash, zsh or fish.") }
        try arguments.expectNoOperands(after: 1)
        guard let script = Completions(CommandLineTool.commands).script(for: shell) else {
            throw UsageError(unknown: "completion for", shell, among: verbs)
        }
        Console.print(script)
        return .done
    }
}
