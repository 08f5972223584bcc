#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    /// What is typed wrong, and what is typed short.
    @Suite(.timeLimit(.minutes(10)))
    struct UsageTests {
        let tool: Tool

        init() throws {
            tool = try .inTown()
        }

        @Test(arguments: [
            (["geocod", "x"], "Did you mean geocode?"), (["--versoin"], "Did you mean --version?"),
            (["help", "geocoed"], "Did you mean geocode?"),
            (["geocode", "x", "--locater", "y"], "Did you mean --locator?"), (["jobs", "lst"], "Did you mean list?"),
            (["workflow", "dmo"], "Did you mean demo?"), (["completions", "zhs"], "Did you mean zsh?"),
            (["build-locator", "t.csv", "-o", "x", "--map", "stret=street"], "Did you mean street?"),
            (["build-locator", "t.csv", "-o", "x", "--map", "street=stret"], "Did you mean street?"),
            (["geocode-table", "letters.csv", "-o", "o.csv", "-l", "l", "--column", "Adress=address"], "Did you mean Address?"),
            (["geocode-table", "letters.csv", "-o", "o.csv", "-l", "l", "-a", "adress"], "Did you mean address?"),
        ])
        func `what is nearly right is guessed`(arguments: [String], guess: String) async throws {
            let outcome = try await tool.run(arguments)
            #expect(outcome.code == 2 && outcome.errors.contains(guess), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 2 && outcome.output.isEmpty)
        }

        @Test(arguments: [
            ["geocode", "x", "-l", "l", "--max", "0"], ["geocode", "x", "-l", "l", "-n", "many"], ["geocode", "-l", "l"],
            ["geocode", "x", "-l"], ["geocode", "x", "-Z"], ["geocode", "x", "--json=yes", "-l", "l"],
            ["reverse", "1,2", "-l", "l", "--distance", "-1"], ["reverse", "1,2", "-l", "l", "-d", "nan"],
            ["reverse", "200,2", "-l", "l"], ["suggest", "x", "-l", "l", "--near", "here"],
            ["geocode-table", "letters.csv", "-o", "o.csv", "-l", "l", "--min-score", "101"],
            ["geocode-table", "letters.csv", "-o", "o.csv", "-l", "l", "--min-score", "-1"],
            ["geocode-table", "letters.csv", "-o", "o.csv", "-l", "l", "--batch-size", "0"],
            ["geocode-table", "letters.csv", "-o", "o.csv", "-l", "l", "-b", "10001"],
            ["geocode-table", "letters.csv", "t.csv", "-o", "o.csv", "-l", "l"],
            ["geocode-table", "letters.csv", "-o", "o.txt", "-l", "l"],
            ["geocode-table", "letters.csv", "-o", "o.csv", "-f", "shp", "-l", "l"],
            ["geocode-table", "letters.csv", "-o", "-", "-f", "csv", "-l", "l", "--json"],
            ["geocode-table", "letters.csv", "-o", ".", "-f", "csv", "-l", "l"],
            ["demo", "here"], ["demo", "--addresses", "59"], ["demo", "--addresses", "1000001"],
            ["jobs", "list", "all"], ["jobs", "show"], ["jobs", "show", "a", "b"], ["jobs", "jump", "a"],
            ["workflow", "demo", "twice"], ["workflow", "demo", "--log", "x"],
            ["workflow", "checkpoint", "--log", "x", "-o", "y"],
            ["geocode", "x", "-l", ""], ["demo", "-o", ""], ["reverse", "0x10,0x10", "-l", "l"],
            ["reverse", "1,1\n2,2", "-l", "l"],
            ["geocode", "x", "-l", "l", "-n", "0x1"], ["reverse", "1,1", "-l", "l", "-d", "0x1"],
            ["workflow", "checkpoint", "--log", "x", "--steps", "0"],
            ["serve", "-l", "l", "--port", "65536"], ["serve"], ["completions"], ["completions", "bash", "zsh"],
            ["build-locator", "t.csv"], ["build-locator", "-o", "x"], ["build-locator", "t.csv", "-o", "x", "--map", "street"],
        ])
        func `what cannot be meant is refused in two lines`(arguments: [String]) async throws {
            let outcome = try await tool.run(arguments)
            #expect(outcome.code == 2 && outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix("See: cairn \(arguments[0]) --help\n") && outcome.output.isEmpty)
            let made = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
            #expect(Set(made).isSubset(of: ["t.csv", "letters.csv", "jobs"]))
        }

        @Test func `the version is one line`() async throws {
            for option in ["--version", "-V", "version"] {
                #expect(try await tool.run(option).output.wholeMatch(of: /cairn \d+\.\d+\.\d+\n/) != nil)
            }
        }

        @Test func `letters stand for the common options, together and with their values`() async throws {
            #expect(try await tool.run("build-locator", "t.csv", "-ot.locator", "-jq").output.hasPrefix("{"))
            let short = try await tool.run("geocode", "-n1", "-j", "-l", "t.locator", "1 Elm Street")
            let long = try await tool.run("geocode", "--max=1", "--json", "--locator=t.locator", "1 Elm Street")
            #expect(short.code == 0 && short.output == long.output && short.output.split(separator: "\n").count == 1)
            let west = try await tool.run("reverse", "-1,2", "-l", "t.locator", "-d", "500000")
            #expect(west.code == 0 && west.output.contains("Elm"))
        }

        @Test(arguments: [40, 80, 132]) func `help fits the terminal`(width: Int) async throws {
            for command in ["demo", "build-locator", "geocode-table", "jobs", "serve", "workflow", "completions"] {
                let text = try await tool.run(command, "--help", environment: ["COLUMNS": "\(width)"]).output
                let paragraphs = text.split(separator: "\n").filter { $0.first?.isLetter == true && !$0.hasPrefix("Usage") }
                for line in paragraphs { #expect(line.count <= width || !line.contains(" "), "\(line)") }
            }
        }

        @Test(arguments: ["bash", "zsh", "fish"]) func `completions name every command and option`(shell: String) async throws {
            let script = try await tool.run("completions", shell)
            #expect(script.code == 0)
            for word in ["geocode-table", "build-locator", "min-score", "allow-origin", "retry", "geojson"] {
                #expect(script.output.contains(word), "\(word)")
            }
        }

        @Test func `bash completes commands, options and verbs`() async throws {
            try tool.write(
                "complete.sh",
                try await tool.run("completions", "bash").output + """

                    complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cairn; echo "${COMPREPLY[*]}"; }
                    complete_words cairn geo
                    complete_words cairn jobs re
                    complete_words cairn geocode --lo
                    complete_words cairn geocode-table a.csv --format g

                    """)
            let process = tool.process([])
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["complete.sh"]
            let output = Pipe()
            process.standardOutput = output
            async let lines = Tool.lines(of: output).reduce(into: []) { $0.append($1) }
            #expect(try await tool.finish(process) {} == 0)
            #expect(await lines == ["geocode geocode-table", "resume retry remove", "--locator", "geojson"])
        }
    }
#endif
