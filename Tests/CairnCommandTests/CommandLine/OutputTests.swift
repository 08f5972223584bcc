#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// Where output goes, and what it must not destroy.
    @Suite(.timeLimit(.minutes(10)))
    struct OutputTests {
        let tool: Tool

        init() throws {
            tool = try .inTown()
        }

        @Test func `an output that is also an input is refused, by whatever name`() async throws {
            try await tool.buildLocator()
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
            #expect(try tool.text("t.csv") == Tool.town && tool.text("letters.csv") == Tool.letters)
            #expect(try await tool.run("geocode", "1 Elm Street", "-l", "t.locator").code == 0)
        }

        @Test func `what grows beside the output, and what the shell redirects, are looked at too`() async throws {
            try await tool.buildLocator()
            try tool.write("z.csv.partial", Tool.letters)
            let partial = try await tool.run("geocode-table", "z.csv.partial", "-o", "z.csv", "-l", "t.locator")
            #expect(partial.code == 2 && partial.errors.contains("is read, too"))
            for line in [
                "cairn build-locator - -o t.csv < t.csv", "cairn geocode-table - -o letters.csv -l t.locator < letters.csv",
                "cairn geocode-table letters.csv -o - -f csv -l t.locator >> letters.csv",
                "cairn build-locator t.csv -o - >> t.csv",
            ] {
                let outcome = try await tool.run(shell: line)
                #expect(outcome.code == 2 && outcome.errors.contains("read, too"), "\(line): \(outcome.errors)")
            }
            #expect(try tool.text("z.csv.partial") == Tool.letters && tool.text("t.csv") == Tool.town)
            #expect(try tool.text("letters.csv") == Tool.letters)
        }

        @Test func `a device, a pipe or a folder is no output`() async throws {
            try await tool.buildLocator()
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
            try await tool.buildLocator()
            try tool.write("private.csv", "")
            #expect(chmod(tool.path("private.csv"), 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: tool.path("link.csv"), withDestinationPath: "private.csv")
            #expect(try await tool.run("geocode-table", "letters.csv", "-o", "link.csv", "-l", "t.locator").code == 0)
            var status = stat()
            #expect(lstat(tool.path("link.csv"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(stat(tool.path("private.csv"), &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(try tool.text("private.csv").contains("1 Elm Street"))
        }

        @Test func `a link to what is not there yet leads on, and one in a circle is refused`() async throws {
            try await tool.buildLocator()
            let manager = FileManager.default
            try manager.createDirectory(atPath: tool.path("folder"), withIntermediateDirectories: true)
            for (link, target) in [
                ("first.csv", "second.csv"), ("second.csv", "folder/third.csv"), ("folder/third.csv", "../there.csv"),
                ("locator", tool.path("there.locator")), ("lost.csv", "nowhere/lost.csv"), ("circle", "circle"),
            ] { try manager.createSymbolicLink(atPath: tool.path(link), withDestinationPath: target) }
            for arguments in [
                ["geocode-table", "letters.csv", "-o", "first.csv", "-l", "t.locator"],
                ["build-locator", "t.csv", "-o", "locator"],
            ] {
                let outcome = try await tool.run(arguments)
                #expect(outcome.code == 0, "\(outcome.errors)")
            }
            #expect(try tool.text("there.csv").contains("1 Elm Street"))
            #expect(manager.fileExists(atPath: tool.path("there.locator")))
            for link in ["first.csv", "second.csv", "folder/third.csv", "locator"] {
                #expect((try? manager.destinationOfSymbolicLink(atPath: tool.path(link))) != nil, "\(link)")
            }
            for (link, words) in [("lost.csv", "no folder"), ("circle", "in a circle")] {
                let outcome = try await tool.run("geocode-table", "letters.csv", "-o", link, "-f", "csv", "-l", "t.locator")
                #expect(outcome.code == 2 && outcome.errors.contains(words), "\(outcome.errors)")
            }
        }

        @Test func `two jobs never write one output, by whatever name`() async throws {
            try await tool.buildLocator()
            let rows = (1...20_000).map { "\($0) Elm Street,Town" }.joined(separator: "\n")
            for name in ["a.csv", "b.csv"] {
                try tool.write(name, "address,city\n\(rows.replacing("Elm", with: name == "a.csv" ? "Elm" : "Oak"))\n")
            }
            try FileManager.default.createSymbolicLink(atPath: tool.path("here"), withDestinationPath: ".")
            let both = try await tool.run(
                shell:
                    "cairn geocode-table a.csv -o out.csv -l t.locator -q & A=$!; cairn geocode-table b.csv -o here/out.csv -l t.locator -q "
                    + "--jobs-directory other; B=$?; wait $A; echo codes $? $B")
            let text = try tool.text("out.csv")
            let isMixed = text.contains("Elm Street,Town,") && text.contains("Oak Street,Town,")
            #expect(!isMixed && text.split(separator: "\n").count == 20_001, "\(both.output)\(both.errors)")
        }

        @Test func `a pipe by any name is read like standard input`() async throws {
            try await tool.buildLocator()
            let piped = try await tool.run(
                shell:
                    "cairn geocode-table <(cat letters.csv) -o p.csv -l t.locator; cairn build-locator <(cat t.csv) -o p.locator")
            #expect(piped.code == 0 && piped.output.contains("3 rows"), "\(piped.errors)")
            #expect(try tool.text("p.csv").contains("3 Oak Street"))
        }

        @Test func `a pipe that is interrupted leaves nothing`() async throws {
            let temporary = tool.path("tmp")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
            let outcome = try await tool.run(
                shell:
                    "export TMPDIR='\(temporary)'; mkfifo p; \"$CAIRN\" build-locator - -o x.locator < p & P=$!; exec 3> p; echo number,street >&3; "
                    + "until ls tmp/cairn-*/standard-input.csv >/dev/null 2>&1; do :; done; kill -TERM $P; wait $P; echo code $?; ls tmp | wc -l"
            )
            #expect(
                outcome.output.contains("code 130") && outcome.output.split(separator: "\n").last == "0",
                "\(outcome.output)\(outcome.errors)")
        }

        @Test func `the demo overwrites nobody's files`() async throws {
            let refused = try await tool.run("demo", "-n", "60", "-o", ".", "-q")
            #expect(refused.code == 2 && refused.errors.contains("letters.csv"))
            #expect(try tool.text("letters.csv") == Tool.letters)
            for _ in 0..<2 { #expect(try await tool.run("demo", "-n", "60", "-o", "town", "-q").code == 0) }
        }

        @Test func `neither do the workflows, nor does a list of jobs leave anything in a folder of something else`() async throws
        {
            try tool.write("a.svg", "mine")
            let refused = try await tool.run("workflow", "demo", "-o", ".", "--pace", "0", "-q")
            #expect(refused.code == 2 && refused.errors.contains("a.svg"))
            #expect(try tool.text("a.svg") == "mine")
            for _ in 0..<2 { #expect(try await tool.run("workflow", "demo", "-o", "figures", "--pace", "0", "-q").code == 0) }
            #expect(try await tool.run("jobs", "list", "--jobs-directory", ".").code == 0)
            #expect(!FileManager.default.fileExists(atPath: tool.path("owners")))
        }

        @Test func `an output whose folder is not there is refused before there is a job`() async throws {
            try await tool.buildLocator()
            let outcome = try await tool.run("geocode-table", "letters.csv", "-o", "none/o.csv", "-l", "t.locator")
            #expect(outcome.code == 2 && outcome.errors.contains("no folder") && outcome.errors.contains("none"))
            #expect(!FileManager.default.fileExists(atPath: tool.path("jobs")))
        }

        @Test func `a locator is known by what it is, whatever it is called`() async throws {
            #expect(try await tool.run("build-locator", "t.csv", "-o", "t.loc").code == 0)
            #expect(try await tool.run("geocode", "elm", "-l", "t.loc").code == 0)
            for folder in [".", tool.folder.path] {
                let outcome = try await tool.run("geocode", "elm", "-l", folder)
                #expect(outcome.code == 1 && outcome.errors.contains("is not a locator file"))
            }
        }

        @Test func `a dash is standard input or output`() async throws {
            try await tool.buildLocator()
            _ = try await tool.run("geocode-table", "letters.csv", "-o", "expected.csv", "-l", "t.locator")
            let expected = try tool.text("expected.csv")
            let piped = try await tool.run(shell: "cat letters.csv | cairn geocode-table - -o - -f csv -l t.locator")
            #expect(piped.code == 0 && piped.output == expected)
            let fromPipe = try await tool.run(shell: "cairn geocode-table - -o out.csv -l t.locator < letters.csv")
            #expect(try fromPipe.code == 0 && tool.text("out.csv") == expected)
            #expect(try await tool.jobs().count == 1, "what a pipe brings is not kept")
            #expect(try await tool.run(shell: "cat t.csv | cairn build-locator - -o - > piped.locator").code == 0)
            #expect(
                try await tool.run(shell: "echo 3 oak street | cairn geocode - -l piped.locator").output.contains("3 Oak Street"))
            #expect(try await tool.run(shell: "cairn geocode - -l piped.locator < /dev/null").code == 2)
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
            while try !names().contains(where: { $0.hasSuffix(".tmp") }) { await Task.yield() }
            kill(process.processIdentifier, signal)
            for await _ in Tool.lines(of: errors) {}
            #expect(await running.end() == 130)
            #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).filter { $0.contains("locator") } == [])
        }
    }
#endif
