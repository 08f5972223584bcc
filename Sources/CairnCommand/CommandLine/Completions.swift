import CairnCore

/// Scripts that complete the words of commands.
struct Completions {
    static let shells = ["bash", "zsh", "fish"]
    private let commands: [any Command.Type]

    init(_ commands: [any Command.Type]) {
        self.commands = commands
    }

    func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private var bash: String {
        let cases = commands.map { command in
            let options = command.allOptions.map(\.name).joined(separator: " ")
            return "        \(command.name)) words=\"\(options)\"; verbs=\"\(command.verbs.joined(separator: " "))\" ;;"
        }
        let choices = allChoices.map {
            "        \($0.name)) COMPREPLY=($(compgen -W \"\($0.words)\" -- \"$current\")); return ;;"
        }
        return """
            _cairn() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words verbs
                COMPREPLY=()
                if [ "$COMP_CWORD" = 1 ]; then
                    COMPREPLY=($(compgen -W "\(names) help --help --version" -- "$current"))
                    return
                fi
                case $previous in
            \(choices.joined(separator: "\n"))
                esac
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                case $current in
                    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
                    *) [ "$COMP_CWORD" = 2 ] && COMPREPLY=($(compgen -W "$verbs" -- "$current")) ;;
                esac
            }
            complete -o bashdefault -o default -F _cairn cairn
            """
    }

    private var zsh: String {
        let list = commands.map { "        '\($0.name):\(Self.quoted($0.summary))'" }.joined(separator: "\n")
        let cases = commands.map { command in
            let options = command.allOptions.map { option in
                let exclusion = option.letter.map { "'(-\($0) \(option.name))'{-\($0),\(option.name)}" } ?? "\(option.name)"
                let action = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
                let value = option.value.map { ":\($0.filter { $0.isLetter || $0.isNumber }):\(action)" } ?? ""
                return "                \(exclusion)'[\(Self.quoted(option.help))]\(value)'"
            }
            let verbs =
                command.verbs.isEmpty ? "'*:file:_files'" : "'1:what:(\(command.verbs.joined(separator: " ")))' '*:file:_files'"
            return
                "        \(command.name)) _arguments -s \\\n\(options.joined(separator: " \\\n")) \\\n                \(verbs) ;;"
        }
        return """
            #compdef cairn
            _cairn() {
                local -a commands
                commands=(
            \(list)
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                local command=${words[2]}
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _cairn "$@"
            """
    }

    private var fish: String {
        var lines = ["complete -c cairn -n __fish_use_subcommand -f"]
        for command in commands {
            lines.append("complete -c cairn -n __fish_use_subcommand -a \(command.name) -d '\(Self.quoted(command.summary))'")
            let condition = "complete -c cairn -n '__fish_seen_subcommand_from \(command.name)'"
            if !command.verbs.isEmpty { lines.append("\(condition) -a '\(command.verbs.joined(separator: " "))'") }
            lines += command.allOptions.map { option in
                let letter = option.letter.map { " -s \($0)" } ?? ""
                let value =
                    option.value == nil
                    ? "" : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
                return "\(condition) -l \(option.name.dropFirst(2))\(letter)\(value) -d '\(Self.quoted(option.help))'"
            }
        }
        return lines.joined(separator: "\n")
    }

    private var names: String { commands.map { $0.name }.joined(separator: " ") }

    private var allChoices: [(name: String, words: String)] {
        var known: [String: String] = [:]
        for option in commands.flatMap({ $0.allOptions }) where !option.choices.isEmpty {
            known[option.name] = option.choices.joined(separator: " ")
        }
        return known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Within single quotes and square brackets of a shell.
    private static func quoted(_ text: String) -> String {
        text.filter { !"'[]:\\`$".contains($0) }
    }
}
