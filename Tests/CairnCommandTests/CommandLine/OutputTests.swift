#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    @testable import CairnCommand

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// Where output goes, and what it must not destroy.
    @Suite(.timeLimit(.minutes(10)))
    struct OutputTests {
        let tool: Tool
        static let table =
            "number,street,city,lon,lat\n1,Elm Street,Town,1,2\n2,Elm Street,Town,1.001,2\n3,Oak Street,Town,1.002,2\n"
        static let letters = "address,city\n1 Elm Street,Town\n9 Nowhere,Town\n3 Oak Street,Town\n"

        init() throws {
            tool = try Tool()
            try tool.write("t.csv", Self.table)
            try tool.write("letters.csv", Self.letters)
        }

        private func build() async throws {
            #expect(try await tool.run("build-locator", "t.csv", "-o", "t.locator").code == 0)
        }

        /// A line of a shell, in which `cairn` is the tool.
        private func shell(_ line: String) async throws -> Tool.Outcome {
            try await tool.run(shell: line)
        }

        @Test func `an output that is also an input is refused, by whatever name`() async throws {
            try await build()
            try FileManager.default.createSymbolicLink(atPath: tool.path("link.csv"), withDestinationPath: "t.csv")
            try FileManager.default.linkItem(atPath: tool.path("t.csv"), toPath: tool.path("hard.csv"))
            for output in ["t.csv", "./t.csv", "link.csv", "hard.csv", tool.path("t.csv")] {
                let outcome = try await tool.run("build-locator", "t.csv", "-o", output)
                #expect(outcome.code == 2 && outcome.errors.contains("is read, too"))
            }
            for output in ["letters.csv", "t.locator"] {
                let outcome = try await tool.run("geocode-table", "letters.csv", "-o", output, "-f", "csv", "-l", "t.locator")
                #expect(outcome.code == 2 && outcome.errors.contains("is read, too"))
            }
            #expect(try tool.text("t.csv") == Self.table && tool.text("letters.csv") == Self.letters)
            #expect(try await tool.run("geocode", "1 Elm Street", "-l", "t.locator").code == 0)
        }

        @Test func `what grows beside the output, and what the shell redirects, are looked at too`() async throws {
            try await build()
            try tool.write("z.csv.partial", Self.letters)
            let partial = try await tool.run("geocode-table", "z.csv.partial", "-o", "z.csv", "-l", "t.locator")
            #expect(partial.code == 2 && partial.errors.contains("is read, too"))
            for line in [
                "cairn build-locator - -o t.csv < t.csv", "cairn geocode-table - -o letters.csv -l t.locator < letters.csv",
                "cairn geocode-table letters.csv -o - -f csv -l t.locator >> letters.csv",
                "cairn build-locator t.csv -o - >> t.csv",
            ] {
                let outcome = try await shell(line)
                #expect(outcome.code == 2 && outcome.errors.contains("read, too"), "\(line): \(outcome.errors)")
            }
            #expect(try tool.text("z.csv.partial") == Self.letters && tool.text("t.csv") == Self.table)
            #expect(try tool.text("letters.csv") == Self.letters)
        }

        @Test func `a device, a pipe or a folder is no output`() async throws {
            try await build()
            #expect(mkfifo(tool.path("pipe"), 0o600) == 0)
            try FileManager.default.createDirectory(atPath: tool.path("folder"), withIntermediateDirectories: true)
            for output in ["pipe", "folder", "folder/"] {
                let table = try await tool.run("geocode-table", "letters.csv", "-o", output, "-f", "csv", "-l", "t.locator")
                let locator = try await tool.run("build-locator", "t.csv", "-o", output)
                #expect(table.code == 2 && locator.code == 2, "\(output)")
            }
            let kept = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
            #expect(kept.filter { $0.contains("partial") }.isEmpty && kept.contains("pipe"))
        }

        @Test func `an output that is replaced keeps who may read it, and a link leads on`() async throws {
            try await build()
            try tool.write("private.csv", "")
            #expect(chmod(tool.path("private.csv"), 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: tool.path("link.csv"), withDestinationPath: "private.csv")
            #expect(try await tool.run("geocode-table", "letters.csv", "-o", "link.csv", "-l", "t.locator").code == 0)
            var status = stat()
            #expect(lstat(tool.path("link.csv"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(stat(tool.path("private.csv"), &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(try tool.text("private.csv").contains("1 Elm Street"))
        }

        @Test func `two jobs never write one output, by whatever name`() async throws {
            try await build()
            let rows = (1...20_000).map { "\($0) Elm Street,Town" }.joined(separator: "\n")
            for name in ["a.csv", "b.csv"] {
                try tool.write(name, "address,city\n\(rows.replacing("Elm", with: name == "a.csv" ? "Elm" : "Oak"))\n")
            }
            try FileManager.default.createSymbolicLink(atPath: tool.path("here"), withDestinationPath: ".")
            let both = try await shell(
                "cairn geocode-table a.csv -o out.csv -l t.locator -q & A=$!; cairn geocode-table b.csv -o here/out.csv -l t.locator -q "
                    + "--jobs-directory other; B=$?; wait $A; echo codes $? $B")
            let text = try tool.text("out.csv")
            let isMixed = text.contains("Elm Street,Town,") && text.contains("Oak Street,Town,")
            #expect(!isMixed && text.split(separator: "\n").count == 20_001, "\(both.output)\(both.errors)")
        }

        @Test func `a pipe by any name is read like standard input`() async throws {
            try await build()
            let piped = try await shell(
                "cairn geocode-table <(cat letters.csv) -o p.csv -l t.locator; cairn build-locator <(cat t.csv) -o p.locator")
            #expect(piped.code == 0 && piped.output.contains("3 rows"), "\(piped.errors)")
            #expect(try tool.text("p.csv").contains("3 Oak Street"))
        }

        @Test func `a pipe that is interrupted leaves nothing`() async throws {
            let temporary = tool.path("tmp")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
            let outcome = try await shell(
                "export TMPDIR='\(temporary)'; mkfifo p; \"$CAIRN\" build-locator - -o x.locator < p & P=$!; exec 3> p; echo number,street >&3; "
                    + "until ls tmp/cairn-*/standard-input.csv >/dev/null 2>&1; do :; done; kill -TERM $P; wait $P; echo code $?; ls tmp | wc -l"
            )
            #expect(
                outcome.output.contains("code 130") && outcome.output.split(separator: "\n").last == "0",
                "\(outcome.output)\(outcome.errors)")
        }

        @Test func `closed descriptors are nobody else's`() async throws {
            try await build()
            let input = try await shell("cairn geocode-table - -o o.csv -l t.locator <&-")
            #expect(input.code != 0 && !input.errors.contains("temporarily"))
            let output = try await shell("cairn geocode elm -l t.locator >&-")
            #expect(output.code == 1 && output.errors.contains("A part of the output was lost"))
            for redirection in ["2>&-", "2>/dev/full"] {
                #expect(try await shell("cairn geocode-table letters.csv -o o.csv -l t.locator \(redirection)").code == 0)
            }
        }

        @Test func `the demo overwrites nobody's files`() async throws {
            let refused = try await tool.run("demo", "-n", "60", "-o", ".", "-q")
            #expect(refused.code == 2 && refused.errors.contains("letters.csv"))
            #expect(try tool.text("letters.csv") == Self.letters)
            for _ in 0..<2 { #expect(try await tool.run("demo", "-n", "60", "-o", "town", "-q").code == 0) }
        }

        @Test func `a locator is known by what it is, whatever it is called`() async throws {
            #expect(try await tool.run("build-locator", "t.csv", "-o", "t.loc").code == 0)
            #expect(try await tool.run("geocode", "elm", "-l", "t.loc").code == 0)
            for folder in [".", tool.folder.path] {
                let outcome = try await tool.run("geocode", "elm", "-l", folder)
                #expect(outcome.code == 1 && outcome.errors.contains("is not a locator file"))
            }
        }

        @Test func `no id is no job, and no directory none`() async throws {
            try await build()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
            for verb in ["show", "remove", "cancel"] { #expect(try await tool.run("jobs", verb, "").code == 2) }
            #expect(try await tool.jobs().count == 1)
            #expect(try await tool.run("jobs", "list", "--jobs-directory", "").code == 2)
        }

        @Test func `an input that has gone is told in words, in the list too`() async throws {
            try await build()
            let rows = (1...5000).map { "\($0) Elm Street,Town" }.joined(separator: "\n")
            try tool.write("g.csv", "address,city\n\(rows)\n")
            let process = tool.process(["geocode-table", "g.csv", "-o", "g.out", "-f", "csv", "-l", "t.locator", "-b", "1", "-j"])
            _ = try await tool.end(process, by: SIGTERM) { $0.contains("\"progress\"") && !$0.contains("\"percent\":0}") }
            try FileManager.default.removeItem(atPath: tool.path("g.csv"))
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            let resumed = try await tool.run("jobs", "resume", id)
            let list = try await tool.run("jobs", "list")
            for text in [resumed.errors, list.output, try await tool.run("jobs", "show", id).output] {
                #expect(text.contains("is not there") && !text.contains("Domain"), "\(text)")
            }
        }

        @Test func `a dash is standard input or output`() async throws {
            try await build()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "expected.csv", "-l", "t.locator")
            let expected = try tool.text("expected.csv")
            let piped = try await shell("cat letters.csv | cairn geocode-table - -o - -f csv -l t.locator")
            #expect(piped.code == 0 && piped.output == expected)
            let fromPipe = try await shell("cairn geocode-table - -o out.csv -l t.locator < letters.csv")
            #expect(try fromPipe.code == 0 && tool.text("out.csv") == expected)
            #expect(try await tool.jobs().count == 1, "what a pipe brings is not kept")
            #expect(try await shell("cat t.csv | cairn build-locator - -o - > piped.locator").code == 0)
            #expect(try await shell("echo 3 oak street | cairn geocode - -l piped.locator").output.contains("3 Oak Street"))
            #expect(try await shell("cairn geocode - -l piped.locator < /dev/null").code == 2)
        }

        @Test func `whoever stops reading is left in peace`() async throws {
            try await build()
            let rows = (1...3000).map { "\($0) Elm Street,Town" }.joined(separator: "\n")
            try tool.write("many.csv", "address,city\n\(rows)\n")
            for line in [
                "cairn geocode-table many.csv -o - -f csv -l t.locator",
                "cairn geocode-table many.csv -o m.csv -l t.locator --json",
                "cairn --help", "cairn geocode elm -n 5 -l t.locator --json", "cairn jobs list",
            ] {
                let outcome = try await shell("{ \(line); echo code $? >&2; } | head -1")
                #expect(outcome.errors.contains("code 0") && !outcome.errors.contains("cairn:"), "\(line): \(outcome.errors)")
            }
            #expect(try await tool.jobs().allSatisfy { $0["status"]?.string == "succeeded" })
        }

        #if os(Linux)
            @Test(arguments: [
                "cairn --help", "cairn --version", "cairn geocode elm -l t.locator", "cairn build-locator t.csv -o -",
                "cairn geocode-table letters.csv -o - -f csv -l t.locator",
                "cairn geocode-table letters.csv -o o.csv -l t.locator",
                "cairn completions bash", "cairn geocode elm -l t.locator --json",
            ])
            func `a full disk behind standard output is a failure`(line: String) async throws {
                try await build()
                let outcome = try await shell("\(line) > /dev/full")
                #expect(outcome.code == 1 && outcome.errors.contains("No space left"), "\(outcome.errors)")
            }
        #endif

        @Test func `progress that nobody takes kills no job`() async throws {
            try await build()
            for redirection in ["2>&-", "2>/dev/full", "2> >(exit 0)"] {
                let outcome = try await shell("cairn geocode-table letters.csv -o o.csv -l t.locator \(redirection)")
                #expect(outcome.output.contains("3 rows"), "\(redirection)")
            }
        }

        @Test func `it is quiet if that is wanted, but for results and errors`() async throws {
            try await build()
            let quiet = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator", "-q")
            #expect(quiet.code == 0 && quiet.errors.isEmpty && quiet.output.hasPrefix("3 rows"))
            let failure = try await tool.run("geocode", "elm", "-l", "none.locator", "--quiet")
            #expect(failure.code == 1 && failure.errors.contains("There is no locator file"))
            #expect(try await tool.run("demo", "-q", "-n", "60").errors.isEmpty)
        }

        @Test func `nothing fails without a word`() async throws {
            try await build()
            for arguments in [["geocode", "qqq"], ["suggest", "qqq"], ["reverse", "100,80"]] {
                for more in [[], ["--json"], ["-q"]] {
                    let outcome = try await tool.run(arguments + ["-l", "t.locator"] + more)
                    #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.errors.split(separator: "\n").count == 1)
                }
            }
        }

        @Test(arguments: [
            ["build-locator", "none.csv", "-o", "x"], ["build-locator", "folder", "-o", "x"],
            ["build-locator", "t.csv", "-o", "no/such/x"], ["build-locator", "t.csv", "-o", "t.csv/x"],
            ["geocode", "x", "-l", "folder"], ["geocode", "x", "-l", "t.csv"],
            ["geocode", "x", "-l", "locked.locator"],
            ["geocode-table", "none.csv", "-o", "o.csv", "-l", "t.locator"],
            ["geocode-table", "letters.csv", "-o", "no/o.csv", "-l", "t.locator"],
            ["geocode-table", "letters.csv", "-o", "t.csv/o.csv", "-l", "t.locator"], ["demo", "-o", "t.csv"],
            ["workflow", "demo", "-o", "t.csv/x"], ["workflow", "checkpoint", "--log", "no/log", "-n", "3"],
            ["geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator", "--jobs-directory", "t.csv"],
            ["jobs", "list", "--jobs-directory", "none"], ["serve", "-l", "t.csv", "-p", "0"],
            ["serve", "-l", "none", "-p", "0"],
        ])
        func `an error names the file and the reason, in the program's own words`(arguments: [String]) async throws {
            try await build()
            try FileManager.default.createDirectory(atPath: tool.path("folder"), withIntermediateDirectories: true)
            try Data("SQLite format 3\0 and then nothing".utf8).write(to: tool.folder.appending(path: "locked.locator"))
            let outcome = try await tool.run(arguments)
            #expect(outcome.code != 0, "\(outcome.output)")
            for word in ["Error Domain", "NSCocoa", "NSPOSIX", "Foundation.", "Optional(", "SQLITE", "UserInfo", "(cocoa"] {
                #expect(!outcome.errors.contains(word), "\(outcome.errors)")
            }
            let names = arguments.dropFirst().filter {
                $0.contains(".") || $0.contains("/") || ["folder", "none", "no/log"].contains($0)
            }
            #expect(
                names.contains {
                    outcome.errors.contains(($0 as NSString).lastPathComponent)
                        || outcome.errors.contains($0.split(separator: "/")[0])
                }, "\(outcome.errors)")
        }

        @Test func `rows that cannot be used say why, the first ten, and no more`() async throws {
            let bad = (0..<25).map { "\($0),Elm Street,Town,\($0.isMultiple(of: 2) ? "east" : "999"),2" }.joined(separator: "\n")
            try tool.write("bad.csv", "number,street,city,lon,lat\n\(bad)\n")
            let none = try await tool.run("build-locator", "bad.csv", "-o", "bad.locator")
            #expect(none.code == 1 && none.errors.split(separator: "\n").count { $0.hasPrefix("left out: ") } == 11)
            #expect(
                none.errors.contains("bad.csv:2: ") && none.errors.contains("15 rows more")
                    && none.errors.contains("None of 25 rows"))
            #expect(!FileManager.default.fileExists(atPath: tool.path("bad.locator")))
            let some = try await tool.run("build-locator", "bad.csv", "t.csv", "-o", "some.locator")
            #expect(some.code == 0 && some.errors.contains("15 rows more") && some.output.hasPrefix("3 addresses"))
        }

        @Test(arguments: [SIGINT, SIGTERM]) func `a locator that is interrupted leaves nothing`(signal: Int32) async throws {
            var text = "number,street,city,lon,lat\n"
            for row in 0..<300_000 { text += "\(row % 5000),Street \(row / 5000),Town,\(Double(row) / 10_000),2\n" }
            try tool.write("large.csv", text)
            let process = tool.asFromShell(["build-locator", "large.csv", "-o", "large.locator"])
            let errors = Pipe()
            (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
            // Without room for a line of progress it cannot come to its end.
            let descriptor = errors.fileHandleForWriting.fileDescriptor
            #expect(fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
            while write(descriptor, "\n", 1) == 1 {}
            #expect(fcntl(descriptor, F_SETFL, O_WRONLY) == 0)
            let running = try Tool.Running(process)
            func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) }
            while try !names().contains(where: { $0.hasSuffix(".partial") }) { await Task.yield() }
            kill(process.processIdentifier, signal)
            for await _ in Tool.lines(of: errors) {}
            #expect(await running.end() == 130)
            #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).filter { $0.contains("locator") } == [])
        }

        @Test func `a bar fits any terminal, and says how far it is`() {
            for width in 20...200 {
                for title in ["", "x", "addresses.csv", String(repeating: "long ", count: 50), "日本語の表.csv"] {
                    for percent in [0, 7, 50, 100] {
                        let bar = ProgressLine.bar(title, percent, width: width)
                        #expect(bar.count < width && bar.hasSuffix("\(percent) %"), "\(width): \(bar)")
                    }
                }
            }
        }

        @Test func `colours are for terminals only`() async throws {
            try await build()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
            for arguments in [["jobs", "list"], ["explode"], ["geocode", "x", "-l", "none"]] {
                let outcome = try await tool.run(arguments)
                #expect(!outcome.output.contains("\u{1B}") && !outcome.errors.contains("\u{1B}"))
            }
        }

        #if os(Linux)
            @Test func `on a terminal there are colours and a bar, and none where they are not wanted`() async throws {
                try await build()
                _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
                func shown(_ command: String, _ variables: String = "") async throws -> String {
                    try await shell("TERM=xterm \(variables) script -qec 'stty cols 40; \(command)' /dev/null").output
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
