#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// What a signal ends, and what it leaves.
    @Suite(.timeLimit(.minutes(10)), .serialized)
    struct SignalTests {
        let tool: Tool

        init() throws {
            tool = try .inTown()
        }

        private func makeManyRows() throws {
            try tool.write("many.csv", "address,city\n\(String(repeating: "1 Elm Street,Town\n", count: 50_000))")
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func `a job that is interrupted, or whose terminal is closed, is saved`(
            signal: Int32
        ) async throws {
            try await tool.buildLocator()
            try makeManyRows()
            let process = tool.asFromShell(["geocode-table", "many.csv", "-o", "o.csv", "-l", "t.locator", "--json"])
            #expect(try await tool.end(process, by: signal) { $0.contains("progress") } == 130)
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["paused"])
        }

        @Test func `a closed terminal ends nothing that nohup has started`() async throws {
            try await tool.buildLocator()
            let outcome = try await tool.run(
                shell:
                    "trap '' HUP; \"$CAIRN\" geocode-table letters.csv -o o.csv -l t.locator & P=$!; kill -HUP $P; wait $P; echo code $?"
            )
            #expect(outcome.output.contains("code 0"), "\(outcome.output)\(outcome.errors)")
        }

        @Test(arguments: ["-INT", "-TERM", "-HUP"]) func `what stood for a pipe goes with the process`(signal: String)
            async throws
        {
            try await tool.buildLocator()
            for command in ["build-locator - -o -", "geocode-table - -o - -f csv -l t.locator"] {
                let outcome = try await tool.run(
                    shell: "perl -e '\(Tool.hearingSignals)' bash -c '"
                        + "rm -rf tmp p; mkdir tmp; export TMPDIR=$PWD/tmp; mkfifo p; set -m; \"$CAIRN\" \(command) < p > /dev/null & P=$!; exec 3> p; "
                        + "echo address,city >&3; until ls tmp/cairn-*/standard-input.csv >/dev/null 2>&1; do :; done; kill \(signal) $P; wait $P; "
                        + "ls tmp | wc -l'")
                #expect(outcome.output.split(separator: "\n").last == "0", "\(command): \(outcome.output)\(outcome.errors)")
            }
        }

        @Test func `Ctrl-backslash ends it at once`() async throws {
            try await tool.buildLocator()
            try makeManyRows()
            let process = tool.asFromShell(["geocode-table", "many.csv", "-o", "o.csv", "-l", "t.locator", "--json"])
            #expect(try await tool.end(process, by: SIGQUIT) { $0.contains("progress") } == SIGQUIT)
        }

        @Test func `a job that another process cancels says so, quiet or not`() async throws {
            try await tool.buildLocator()
            try makeManyRows()
            let process = tool.asFromShell(["geocode-table", "many.csv", "-o", "o.csv", "-l", "t.locator", "--quiet"])
            let errors = Pipe()
            (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
            let running = try Tool.Running(process)
            while !FileManager.default.fileExists(atPath: tool.path("o.csv.partial")) { await Task.yield() }
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            #expect(try await tool.run("jobs", "cancel", id).code == 0)
            #expect(await Tool.lines(of: errors).reduce(into: []) { $0.append($1) } == ["Cancelled."])
            #expect(await running.end() == 1)
        }
    }
#endif
