#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    @testable import CairnCommand

    /// What is shown, to whom, and how wide.
    @Suite(.timeLimit(.minutes(10)))
    struct TerminalTests {
        let tool: Tool

        init() throws {
            tool = try .inTown()
        }

        @Test func `whoever stops reading is left in peace`() async throws {
            try await tool.buildLocator()
            let rows = (1...3000).map { "\($0) Elm Street,Town" }.joined(separator: "\n")
            try tool.write("many.csv", "address,city\n\(rows)\n")
            for line in [
                "cairn geocode-table many.csv -o - -f csv -l t.locator",
                "cairn geocode-table many.csv -o m.csv -l t.locator --json",
                "cairn --help", "cairn geocode elm -n 5 -l t.locator --json", "cairn jobs list",
            ] {
                let outcome = try await tool.run(shell: "{ \(line); echo code $? >&2; } | head -1")
                #expect(outcome.errors.contains("code 0") && !outcome.errors.contains("cairn:"), "\(line): \(outcome.errors)")
            }
            #expect(try await tool.jobs().allSatisfy { $0["status"]?.string == "succeeded" })
        }

        @Test func `progress that nobody takes kills no job`() async throws {
            try await tool.buildLocator()
            for redirection in ["2>&-", "2>/dev/full", "2> >(exit 0)"] {
                let outcome = try await tool.run(shell: "cairn geocode-table letters.csv -o o.csv -l t.locator \(redirection)")
                #expect(outcome.output.contains("3 rows"), "\(redirection)")
            }
        }

        @Test func `it is quiet if that is wanted, but for results and errors`() async throws {
            try await tool.buildLocator()
            let quiet = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator", "-q")
            #expect(quiet.code == 0 && quiet.errors.isEmpty && quiet.output.hasPrefix("3 rows"))
            let failure = try await tool.run("geocode", "elm", "-l", "none.locator", "--quiet")
            #expect(failure.code == 1 && failure.errors.contains("There is no locator file"))
            #expect(try await tool.run("demo", "-q", "-n", "60").errors.isEmpty)
        }

        @Test(arguments: [
            ("Elm Street", 10), ("日本語の表", 10), ("서울", 4), ("한", 2), ("ＡＢ", 4), ("👍🏽", 2), ("🇨🇭", 2), ("❤️", 2), ("é", 1),
            ("…█░✓", 4), ("", 0), ("𠀋", 2),
        ])
        func `a terminal gives two columns to a character of Chinese and to a picture`(text: String, columns: Int) {
            #expect(text.columns == columns)
            for limit in 0...12 {
                let cut = text.cut(toColumns: limit)
                #expect(cut.columns <= limit && (cut == text) == (columns <= limit), "\(cut)")
            }
        }

        @Test func `a bar fits any terminal, and says how far it is`() {
            for width in 20...200 {
                for title in ["", "x", "addresses.csv", String(repeating: "long ", count: 50), "日本語の表.csv"] {
                    for percent in [0, 7, 50, 100] {
                        let bar = ProgressLine.bar(title, percent, width: width)
                        #expect(bar.columns < width && bar.hasSuffix("\(percent) %"), "\(width): \(bar)")
                    }
                }
            }
        }

        @Test func `colours are for terminals only`() async throws {
            try await tool.buildLocator()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
            for arguments in [["jobs", "list"], ["explode"], ["geocode", "x", "-l", "none"]] {
                let outcome = try await tool.run(arguments)
                #expect(!outcome.output.contains("\u{1B}") && !outcome.errors.contains("\u{1B}"))
            }
        }

        #if os(Linux)
            @Test func `on a terminal there are colours and a bar, and none where they are not wanted`() async throws {
                try await tool.buildLocator()
                _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
                func shown(_ command: String, _ variables: String = "") async throws -> String {
                    try await tool.run(shell: "TERM=xterm \(variables) script -qec 'stty cols 40; \(command)' /dev/null").output
                }
                let list = try await shown("$CAIRN jobs list")
                #expect(list.contains("\u{1B}[32m"), "\(list.debugDescription)")
                #expect(try await !shown("$CAIRN jobs list", "NO_COLOR=1").contains("\u{1B}[3"))
                let bar = try await shown("$CAIRN geocode-table letters.csv -o b.csv -l t.locator")
                #expect(bar.contains("█ 100 %"))
                for line in bar.split(whereSeparator: { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }) where line.contains("█") {
                    #expect(line.replacing("\u{1B}[K", with: "").count < 40, "\(line)")
                }
                for line in try await shown("$CAIRN jobs list", "NO_COLOR=1").split(separator: "\r\n") {
                    #expect(line.count <= 40)
                }
            }
        #endif
    }
#endif
