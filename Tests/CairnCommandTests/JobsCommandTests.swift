#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnLocalServer
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `cairn jobs`, for people and for scripts.
    @Suite(.timeLimit(.minutes(10)))
    struct JobsCommandTests {
        let tool: Tool

        init() throws {
            tool = try Tool()
            try tool.write("t.csv", "number,street,city,lon,lat\n1,Elm Street,Town,1,2\n")
            try tool.write("a.csv", "address,city\n1 Elm Street,Town\n")
            try tool.write("b.csv", "address,city\n9 Nowhere,Town\n")
        }

        private func geocode(_ table: String, _ output: String) async throws {
            _ = try await tool.run("build-locator", "t.csv", "-o", "t.locator")
            #expect(try await tool.run("geocode-table", table, "-o", output, "-l", "t.locator").code == 0)
        }

        @Test func `the list tells jobs apart, the newest first`() async throws {
            try await geocode("a.csv", "a.geojson")
            try await geocode("b.csv", "b.geojson")
            let lines = try await tool.run("jobs", "list").output.split(separator: "\n")
            #expect(lines.count == 3 && lines[0].hasPrefix("ID "))
            #expect(lines[1].contains("b.csv") && lines[1].contains("b.geojson") && lines[1].contains("succeeded: 0 of 1 rows"))
            #expect(lines[2].contains("a.csv") && lines[2].contains("geocode-table") && lines[2].contains("1 of 1 rows matched"))
            let id = String(lines[2].prefix { $0 != " " })
            let show = try await tool.run("jobs", "show", id)
            #expect(show.code == 0 && !show.output.contains("{"))
            for text in [
                "what", "from", tool.path("a.csv"), tool.path("a.geojson"), tool.path("t.locator"), "started", "ended",
                "succeeded",
            ] {
                #expect(show.output.contains(text), "\(text)")
            }
            let jobs = try await tool.jobs()
            #expect(jobs.map { $0["from"]?.string } == [tool.path("b.csv"), tool.path("a.csv")])
            #expect(jobs.allSatisfy { $0["created"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
        }

        @Test func `cancel and remove say what happened`() async throws {
            try await geocode("a.csv", "a.geojson")
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            let cancelled = try await tool.run("jobs", "cancel", id)
            #expect(cancelled.code == 1 && cancelled.output.contains("has succeeded: there is nothing to cancel"))
            let removed = try await tool.run("jobs", "remove", id)
            #expect(removed.code == 0 && removed.output == "Removed job \(id) (succeeded).\n")
            #expect(try await tool.run("jobs", "remove", id).errors.contains("There is no job"))
            #expect(try await tool.run("jobs", "list").errors.contains("There are no jobs in"))
        }

        @Test func `a job that is interrupted is cancelled with what is half-written, once`() async throws {
            let town = try await ServedTown(tool, addresses: 60)
            town.holdBatches(after: 2)
            let process = tool.process([
                "geocode-table", "-o", "out.csv", "town/letters.csv", "-s", town.service, "-b", "1", "-j",
            ])
            #expect(
                try await tool.end(process, by: SIGTERM) { $0.contains("\"percent\":") && !$0.contains("\"percent\":0") } == 130)
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            #expect(try await tool.run("jobs", "show", id).output.contains("To go on: cairn jobs resume"))
            let cancelled = try await tool.run("jobs", "cancel", id)
            #expect(cancelled.code == 0 && cancelled.output.contains("paused") && cancelled.output.contains("out.csv.partial"))
            #expect(!FileManager.default.fileExists(atPath: tool.path("out.csv.partial")))
            #expect(try await tool.run("jobs", "cancel", id).output.contains("was cancelled before"))
            #expect(try await tool.run("jobs", "pause", id).code == 1)
            await town.server.stop()
        }

        @Test func `a job that has failed is tried again, and no other is`() async throws {
            let town = try await ServedTown(tool, addresses: 60)
            town.server.faults.inject(.serviceError(code: 500, message: "out of order"), into: "geocodeAddresses", times: 1)
            let failed = try await tool.run("geocode-table", "town/letters.csv", "-o", "out.csv", "-s", town.service)
            #expect(failed.code == 1 && failed.errors.components(separatedBy: "out of order").count == 2, "\(failed.errors)")
            let job = try #require(try await tool.jobs().first)
            let id = try #require(job["id"]?.string)
            #expect(job["status"]?.string == "failed" && job["error"]?.string?.contains("out of order") == true)
            #expect(try await tool.run("jobs", "list").output.contains("out of order"))
            #expect(try await tool.run("jobs", "show", id).output.contains("cairn jobs retry"))
            let retried = try await tool.run("jobs", "retry", id)
            #expect(retried.code == 0 && retried.output.contains("60 rows"))
            #expect(!retried.errors.contains("out of order"), "what was told before is not told again")
            let again = try await tool.run("jobs", "retry", id)
            #expect(again.code == 1 && again.errors.contains("has not (succeeded)"))
            await town.server.stop()
        }

        @Test func `jobs are kept below the home directory that the environment names`() async throws {
            _ = try await tool.run("build-locator", "t.csv", "-o", "t.locator")
            let home = tool.path("home")
            let environment = ["HOME": home, "CAIRN_JOBS": ""]
            let none = try await tool.run("jobs", "list", environment: environment)
            #expect(none.code == 1 && none.errors.contains("\(home)/.cairn/jobs"))
            _ = try await tool.run("geocode-table", "a.csv", "-o", "a.geojson", "-l", "t.locator", environment: environment)
            #expect(try await tool.run("jobs", "list", environment: environment).output.contains("a.geojson"))
            #expect(FileManager.default.fileExists(atPath: home + "/.cairn/jobs"))
        }

        @Test func `a directory that is not there is an error, and is not made`() async throws {
            for verb in [["list"], ["show", "a"], ["remove", "a"]] {
                let outcome = try await tool.run(["jobs"] + verb + ["--jobs-directory", "none"])
                #expect(outcome.code == 1 && outcome.errors.contains("There is no directory of jobs"))
            }
            #expect(!FileManager.default.fileExists(atPath: tool.path("none")))
        }

        @Test func `every event is a line of JSON`() async throws {
            try await geocode("a.csv", "a.geojson")
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            for arguments in [
                ["demo", "-n", "60", "-j"], ["workflow", "demo", "--pace", "1", "-j"],
                ["workflow", "checkpoint", "--log", "log", "-n", "5", "-j"], ["build-locator", "t.csv", "-o", "u.locator", "-j"],
                ["geocode-table", "b.csv", "-o", "b.csv.out", "-f", "csv", "-l", "t.locator", "-j"], ["jobs", "watch", id, "-j"],
                ["jobs", "pause", id, "-j"], ["jobs", "cancel", id, "-j"], ["jobs", "list", "-j"], ["jobs", "remove", id, "-j"],
            ] {
                let outcome = try await tool.run(arguments)
                let lines = outcome.output.split(separator: "\n")
                #expect(!lines.isEmpty && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
                for line in lines { #expect((try? JSONValue(parsing: line.utf8))?.object != nil, "\(arguments): \(line)") }
            }
        }
    }
#endif
