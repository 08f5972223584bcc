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

    @Suite(.timeLimit(.minutes(10)))
    struct CommandTests {
        let tool: Tool

        init() throws { tool = try Tool() }

        @Test func `without a command the usage is shown, and a wrong one is answered with two lines`() async throws {
            let nothing = try await tool.run()
            #expect(nothing.code == 2 && nothing.errors.contains("Usage: cairn COMMAND"))
            for arguments in [
                ["explode"], ["geocode", "x"], ["geocode", "x", "--nonsense"], ["jobs"],
                ["reverse", "here", "--locator", "x"],
                ["workflow"],
                ["workflow", "dance"], ["workflow", "checkpoint"],
            ] {
                let outcome = try await tool.run(arguments)
                let lines = outcome.errors.split(separator: "\n")
                #expect(outcome.code == 2 && lines.count == 2 && lines[1].hasPrefix("See: cairn "))
            }
        }

        @Test(arguments: [
            "demo", "build-locator", "build-network", "geocode", "suggest", "reverse", "query", "export", "geocode-table",
            "route",
            "service-area", "closest-facility", "matrix", "jobs", "serve", "workflow", "completions",
        ])
        func `every command helps`(command: String) async throws {
            let outcome = try await tool.run(command, "--help")
            #expect(outcome.code == 0 && outcome.output.hasPrefix("Usage: cairn \(command)"))
        }

        @Test func `the demo leaves a map, tables, and a picture of its workflow, in the page too`() async throws {
            let outcome = try await tool.run("demo", "--output", tool.path("town"), "--addresses", "600")
            #expect(outcome.code == 0)
            for step in ["fail once", "Trying again", "Paused at", "resuming", "600 rows", "Published as features"] {
                #expect(outcome.errors.contains(step), "\(step)")
            }
            let json = try JSONValue(parsing: tool.text("town/results.geojson"))
            #expect(json["features"]?.array?.count == 600)
            #expect(try tool.text("town/results.csv").split(separator: "\n").count == 601)
            #expect(try await tool.run("query", "town/results.gpkg", "--count").output == "600\n")
            #expect(try tool.text("town/index.html").contains("<svg"))
            #expect(try tool.text("town/index.html").contains("<h2>A tour</h2>"))
            #expect(outcome.errors.contains("A tour of 6 addresses"))
            #expect(try tool.text("town/route.gpx").contains("<trkpt") && tool.text("town/route.geojson").contains("LineString"))
            let route = try await tool.run("route", "-123.1,44.05", "-123.099,44.051", "-n", "town/town.network")
            #expect(route.code == 0 && route.output.contains("Arrive at"))
            #expect(try tool.text("town/workflow.svg").contains("Geocode over HTTP"))
            #expect(try tool.text("town/index.html").contains("Geocode over HTTP"))
        }

        @Test func `workflows are shown live and drawn in three forms`() async throws {
            let outcome = try await tool.run("workflow", "demo", "--output", tool.path("w"), "--pace", "5")
            #expect(outcome.code == 0)
            for line in [
                "✓ C is finished", "◔ Image available is waiting", "◔ Upload is waiting", "sent harbour.jpg/1+harbour.jpg/2",
            ] {
                #expect(outcome.errors.contains(line), "\(line)")
            }
            for name in ["a", "a-then-b", "a-and-b", "a-and-b-then-c", "a-and-b-before-c", "upload-image"] {
                #expect(try tool.text("w/\(name).svg").contains("</svg>") && tool.text("w/\(name).mmd").hasPrefix("flowchart"))
                #expect(try tool.text("w/\(name).dot").hasPrefix("digraph"))
            }
        }

        @Test func `a workflow that is interrupted goes on where it was`() async throws {
            let undisturbed = try await tool.run("workflow", "checkpoint", "--steps", "40", "--log", "a.log", "--pace", "1")
            let process = tool.process(["workflow", "checkpoint", "--steps", "40", "--log", "b.log", "--pace", "5000"])
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = Pipe()
            async let lines: Void = {
                for await line in Tool.lines(of: errors) where line.hasPrefix("Steps") && line != "Steps 0 %" {
                    process.interrupt()
                }
            }()
            #expect(try await tool.finish(process) {} == 130)
            await lines
            let resumed = try await tool.run("workflow", "checkpoint", "--steps", "40", "--log", "b.log", "--pace", "1")
            #expect(resumed.code == 0 && resumed.errors.contains("Going on with a job begun before."))
            #expect(resumed.output == undisturbed.output)
            let log = try tool.text("b.log").split(separator: "\n").map(String.init)
            for line in Set(log) where line.hasPrefix("finished step ") {
                let begin = "begin " + line.dropFirst("finished step ".count)
                #expect(log.lastIndex(of: begin)! < log.firstIndex(of: line)!, "\(line)")
            }
        }

        @Test func `a locator is built and asked`() async throws {
            try tool.write("a.csv", "number,street,city,lon,lat\n12,Main Street,Springfield,-89.65,39.8\n,x,y,1,2\n")
            let built = try await tool.run("build-locator", "a.csv", "-o", "a.locator")
            #expect(built.code == 0 && built.output.contains("1 addresses"))
            #expect(built.errors.contains("a.csv:3: \"\" is no house number"))
            let found = try await tool.run("geocode", "12", "main", "st", "--locator", "a.locator")
            #expect(found.code == 0 && found.output.contains("-89.650000,39.800000  12 Main Street, Springfield"))
            #expect(try await tool.run("suggest", "12 ma", "--locator", "a.locator").output == "12 Main Street, Springfield\n")
            let reverse = try await tool.run("reverse", "-89.6501,39.8", "--locator", "a.locator", "--json")
            #expect(try JSONValue(parsing: reverse.output.utf8.dropLast())["attributes"]?["AddNum"]?.string == "12")
            #expect(try await tool.run("geocode", "nowhere", "--locator", "a.locator").code == 1)
        }

        @Test func `an Esri locator, a missing one and a wrong table are told apart, with advice`() async throws {
            try tool.write("x.loz", "?")
            #expect(try await tool.run("geocode", "x", "--locator", "x.loz").errors.contains("cairn build-locator"))
            let missing = try await tool.run("geocode", "x", "--locator", "none.locator")
            #expect(missing.code == 1 && missing.errors.contains("none.locator"))
            try tool.write("b.csv", "p,q\n1,2\n")
            #expect(try await tool.run("build-locator", "b.csv", "-o", "b.locator").errors.contains("--map"))
        }

        @Test func `a table is geocoded as a job that is listed, shown and removed`() async throws {
            try tool.makeDemoTown(addresses: 300)
            let outcome = try await tool.run(
                "geocode-table", "town/letters.csv", "-o", "out.csv", "--locator", "town/town.locator")
            #expect(outcome.code == 0 && outcome.output.contains("300 rows: 297 matched"))
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            let record = try await tool.run("jobs", "show", String(id.prefix(8)), "--json").output
            #expect(record.contains("\"status\":\"succeeded\"") && record.split(separator: "\n").count == 1)
            #expect(try await tool.run("jobs", "watch", id).code == 0)
            #expect(try await tool.run("jobs", "remove", id).code == 0)
            #expect(try await tool.run("jobs", "list").output.isEmpty)
            #expect(try await tool.run("jobs", "show", id).code == 1)
        }

        @Test func `a command whose output nobody reads does its work all the same`() async throws {
            let process = tool.process(["demo", "--output", tool.path("unread"), "--addresses", "60"])
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            try output.fileHandleForReading.close()
            try errors.fileHandleForReading.close()
            let code = try await tool.finish(process) {}
            #expect(process.terminationReason == .exit && code == 0)
            #expect(FileManager.default.fileExists(atPath: tool.path("unread")))
        }

        @Test func `a command whose output cannot be written fails`() async throws {
            guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
            let (process, errors) = (tool.process(["--help"]), Pipe())
            (process.standardOutput, process.standardError) = (full, errors)
            #expect(try await tool.finish(process) {} == 1)
            var complaint = ""
            for await line in Tool.lines(of: errors) { complaint += line }
            #expect(complaint.contains("lost") && complaint.contains("standard output"))
        }

        @Test func `a reader that is slow loses nothing, though the output does not wait`() async throws {
            try FileManager.default.createDirectory(atPath: tool.path("jobs"), withIntermediateDirectories: true)
            for number in 0..<2000 { try tool.write("jobs/\(number).json", "{") }
            let expected = try await tool.run("jobs", "list")
            let (process, errors) = (tool.process(["jobs", "list"]), Pipe())
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
            // Its own is closed when the program has it.
            let descriptor = dup(errors.fileHandleForWriting.fileDescriptor)
            #expect(fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
            let ended = Level(false)
            process.terminationHandler = { _ in ended.send(true) }
            try process.run()
            // Until it has been full.
            var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
            while poll(&descriptors, 1, 0) == 1, !ended.value { await Task.yield() }
            close(descriptor)
            let lines = await Tool.lines(of: errors).reduce(into: 0) { count, _ in count += 1 }
            for await isEnded in ended.values where isEnded { break }
            #expect(lines == expected.errors.split(separator: "\n").count && lines >= 2000)
            #expect(process.terminationStatus == expected.code)
        }

        @Test(arguments: [SIGINT, SIGKILL, SIGTERM]) func `an interrupted table goes on where it was`(signal: Int32) async throws
        {
            let town = try await ServedTown(tool, addresses: 300)
            let options = ["town/letters.csv", "--service", town.service, "--batch-size", "1", "--json"]
            let expected = try await tool.run(
                "geocode-table", options[0], "-o", "expected.geojson", options[1], options[2], options[3], options[4])
            #expect(expected.code == 0)

            town.holdBatches(after: 5)
            let process = tool.asFromShell(["geocode-table", "-o", "out.geojson"] + options)
            let status = try await tool.end(process, by: signal) { $0.contains("\"percent\":1") }
            town.server.faults.clear()
            #expect(status == (signal == SIGKILL ? SIGKILL : 130))
            #expect(!FileManager.default.fileExists(atPath: tool.path("out.geojson")))

            let job = try #require(try await tool.jobs().first { $0["status"]?.string != "succeeded" })
            #expect(job["status"]?.string == (signal == SIGKILL ? "interrupted" : "paused"))
            let id = try #require(job["id"]?.string)
            let resumed = try await tool.run("jobs", "resume", id, "--json")
            #expect(resumed.code == 0)
            #expect(
                resumed.output.split(separator: "\n").count { $0.contains("\"percent\"") } > 1, "it tells how far it has come")
            #expect(try tool.text("out.geojson") == tool.text("expected.geojson"))
            #expect(!FileManager.default.fileExists(atPath: tool.path("out.geojson.partial")))
            await town.server.stop()
        }

        @Test func `a running job is refused to a second process, and can be asked to pause`() async throws {
            let town = try await ServedTown(tool, addresses: 60)
            town.holdBatches(after: 1)
            let process = tool.process([
                "geocode-table", "-o", "out.csv", "town/letters.csv", "--service", town.service, "--batch-size", "1", "--json",
            ])
            let (running, events) = try tool.start(process)
            var id = ""
            for await line in Tool.lines(of: events, through: { $0.contains("percent") }) {
                if let job = try JSONValue(parsing: line)["job"]?.string { id = job }
            }
            let second = try await tool.run("jobs", "resume", id)
            #expect(
                second.code == 1 && second.errors.contains("is being run by process \(process.processIdentifier)"),
                "\(process.processIdentifier): \(second.output)\(second.errors)")
            let pause = try await tool.run("jobs", "pause", id)
            #expect(pause.code == 0, "\(pause.output)\(pause.errors)")
            for await _ in Tool.lines(of: events) {}
            #expect(await running.end() == 130)
            await town.server.stop()
        }

        @Test func `two locators of one name are refused, and one can be given another`() async throws {
            try tool.makeDemoTown(addresses: 60)
            try FileManager.default.copyItem(atPath: tool.path("town/town.locator"), toPath: tool.path("Town.locator"))
            let refused = try await tool.run("serve", "town/town.locator", "Town.locator", "--port", "0")
            #expect(refused.code == 2 && refused.errors.contains("NAME=FILE"))
            let process = tool.process([
                "serve", "--locator", "town/town.locator", "--locator", "Other=Town.locator", "--port", "0",
            ])
            let (running, output) = try tool.start(process)
            let lines = await Tool.lines(of: output, through: { $0.contains("/town/") }).reduce(into: []) { $0.append($1) }
            #expect(lines.count == 2 && lines[0].hasSuffix("/Other/GeocodeServer") && lines[1].hasSuffix("/town/GeocodeServer"))
            kill(process.processIdentifier, SIGTERM)
            _ = await running.end()
        }

        @Test func `records that cannot be read are named, and kept`() async throws {
            try FileManager.default.createDirectory(atPath: tool.path("jobs"), withIntermediateDirectories: true)
            try tool.write("jobs/half.json", "{\"cairnJob\": 1, \"id\"")
            try tool.write("jobs/newer.json", "{\"cairnJob\": 99}")
            let list = try await tool.run("jobs", "list")
            #expect(list.code == 1)
            #expect(list.errors.contains("half.json") && list.errors.contains("newer.json") && list.errors.contains("format 99"))
            #expect(FileManager.default.fileExists(atPath: tool.path("jobs/half.json")))
        }

        @Test func `a record that is damaged, or too large to be one, is named when it is asked for, and hides no other`()
            async throws
        {
            try tool.makeDemoTown(addresses: 300)
            _ = try await tool.run("geocode-table", "town/letters.csv", "-o", "out.csv", "--locator", "town/town.locator")
            let (damaged, huge) = ("\(UUID())", "\(UUID())")
            try tool.write("jobs/\(damaged).json", "{\"cairnJob\": 1")
            try tool.write("jobs/\(huge).json", "")
            #expect(truncate(tool.path("jobs/\(huge).json"), 1 << 43) == 0)
            let list = try await tool.run("jobs", "list")
            #expect(list.code == 1 && list.output.contains("succeeded") && list.errors.contains("\(huge).json: File too large"))
            let show = try await tool.run("jobs", "show", String(damaged.prefix(8)))
            #expect(show.code == 1 && show.errors.contains("\(damaged).json cannot be read as a job"))
        }

        @Test func `a directory of jobs that is a file is told as that`() async throws {
            try tool.write("file", "")
            let list = try await tool.run("jobs", "list", "--jobs-directory", "file")
            #expect(
                list.code == 1
                    && list.errors == "cairn jobs: Could not make the directory \(tool.path("file")): Not a directory.\n")
        }

        @Test func `a job with other options may not take over an unfinished one's output`() async throws {
            try tool.makeDemoTown(addresses: 300)
            try tool.write("broken.locator", "?")
            let first = try await tool.run("geocode-table", "town/letters.csv", "-o", "out.csv", "--locator", "town/town.locator")
            #expect(first.code == 0)
            let second = try await tool.run("geocode-table", "town/letters.csv", "-o", "out.csv", "--locator", "broken.locator")
            #expect(second.code == 1 && second.errors.contains("broken.locator is not a locator"))
            #expect(try tool.text("out.csv").split(separator: "\n").count == 301, "the good output is still there")
        }
    }
#endif
