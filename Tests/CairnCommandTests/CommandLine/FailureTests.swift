#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    /// What goes wrong says what, and what to do.
    @Suite(.timeLimit(.minutes(10)))
    struct FailureTests {
        let tool: Tool

        init() throws {
            tool = try .inTown()
        }

        @Test func `closed descriptors are nobody else's`() async throws {
            try await tool.buildLocator()
            let input = try await tool.run(shell: "cairn geocode-table - -o o.csv -l t.locator <&-")
            #expect(input.code != 0 && !input.errors.contains("temporarily"))
            let output = try await tool.run(shell: "cairn geocode elm -l t.locator >&-")
            #expect(output.code == 1 && output.errors.contains("A part of the output was lost"))
            for redirection in ["2>&-", "2>/dev/full"] {
                #expect(
                    try await tool.run(shell: "cairn geocode-table letters.csv -o o.csv -l t.locator \(redirection)").code == 0)
            }
        }

        @Test func `no id is no job, and no directory none`() async throws {
            try await tool.buildLocator()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
            for verb in ["show", "remove", "cancel"] { #expect(try await tool.run("jobs", verb, "").code == 2) }
            #expect(try await tool.jobs().count == 1)
            #expect(try await tool.run("jobs", "list", "--jobs-directory", "").code == 2)
        }

        @Test func `an input that has gone is told in words, in the list too`() async throws {
            try await tool.buildLocator()
            let rows = (1...5000).map { "\($0) Elm Street,Town" }.joined(separator: "\n")
            try tool.write("g.csv", "address,city\n\(rows)\n")
            let process = tool.process(["geocode-table", "g.csv", "-o", "g.out", "-f", "csv", "-l", "t.locator", "-b", "1", "-j"])
            _ = try await tool.end(process, by: SIGTERM) { $0.contains("\"progress\"") && !$0.contains("\"percent\":0}") }
            try FileManager.default.removeItem(atPath: tool.path("g.csv"))
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            let resumed = try await tool.run("jobs", "resume", id)
            let list = try await tool.run("jobs", "list")
            for text in [resumed.errors, list.output, try await tool.run("jobs", "show", id).output] {
                #expect(text.contains("Look whether it is there") && !text.contains("Domain"), "\(text)")
            }
        }

        #if os(Linux)
            @Test(arguments: [
                "cairn --help", "cairn --version", "cairn geocode elm -l t.locator", "cairn build-locator t.csv -o -",
                "cairn geocode-table letters.csv -o - -f csv -l t.locator",
                "cairn geocode-table letters.csv -o o.csv -l t.locator",
                "cairn completions bash", "cairn geocode elm -l t.locator --json",
            ])
            func `a full disk behind standard output is a failure`(line: String) async throws {
                try await tool.buildLocator()
                let outcome = try await tool.run(shell: "\(line) > /dev/full")
                #expect(outcome.code == 1 && outcome.errors.contains("No space left"), "\(outcome.errors)")
            }
        #endif

        @Test func `nothing fails without a word`() async throws {
            try await tool.buildLocator()
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
            try await tool.buildLocator()
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

        #if os(Linux)
            @Test func `what is no text in UTF-8 leads to no other file`() async throws {
                try await tool.buildLocator()
                for words in [
                    "geocode-table letters.csv -o $'o\\xff.csv' -l t.locator",
                    "geocode-table $'l\\xe4.csv' -o o.csv -l t.locator",
                ] {
                    let outcome = try await tool.run(shell: "cairn \(words)")
                    #expect(outcome.code == 1 && outcome.errors.contains("no UTF-8"), "\(outcome.errors)")
                }
                let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
                #expect(!names.contains { $0.hasPrefix("o") })
            }

            @Test func `with too little of what the system gives it says so, or ends when it is told to`() async throws {
                try await tool.buildLocator()
                let close = "for n in {3..200}; do eval \"exec $n>&-\"; done"
                let few = try await tool.run(shell: "\(close); ulimit -n 8; \"$CAIRN\" geocode elm -l t.locator")
                #expect(few.code == 1 && few.errors.contains("ulimit -n 256"), "\(few.errors)")
                let raised = try await tool.run(shell: "\(close); ulimit -Sn 8; \"$CAIRN\" geocode elm -l t.locator -q")
                #expect(raised.code == 0, "\(raised.errors)")
            }
        #endif

        @Test func `a record that cannot be read is told of with what to do, and so is a job that cannot go on`() async throws {
            try await tool.buildLocator()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            let record = tool.folder.appending(path: "jobs/\(id).json")
            var json = try JSONValue(parsing: Data(contentsOf: record))
            guard case .object(var members) = json else { return }
            members["progress"] = "much"
            json = .object(members)
            try Data(json.text().utf8).write(to: record)
            for verb in ["show", "remove", "resume"] {
                let outcome = try await tool.run("jobs", verb, id)
                #expect(outcome.code == 1 && outcome.errors.contains("or remove it to forget the job"), "\(outcome.errors)")
                #expect(!outcome.errors.contains("DecodingError"))
            }
            #expect(try await tool.run("jobs", "list").errors.contains("or remove it to forget the job"))
        }

        @Test func `who may not go on is told how to begin anew`() async throws {
            try await tool.buildLocator()
            try tool.write("o.csv.partial", "my own notes")
            let outcome = try await tool.run("geocode-table", "letters.csv", "-o", "o.csv", "-l", "t.locator")
            #expect(outcome.code == 1 && outcome.errors.contains("is not what this job has begun"), "\(outcome.errors)")
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            #expect(try await tool.run("jobs", "show", id).output.contains("To begin anew: cairn jobs remove"))
            #expect(try await tool.run("jobs", "remove", id).code == 0)
            #expect(try tool.text("o.csv.partial") == "my own notes")
        }
    }
#endif
