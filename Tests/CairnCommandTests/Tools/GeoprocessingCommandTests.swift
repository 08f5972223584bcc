#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnLocalServer
    import CairnTasks
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// How long a file is.
    struct FileSizeTool: GeoprocessingTool {
        let name = "FileSize"
        let description = "Tells how long a file is."
        let parameters = [
            GeoprocessingParameterInfo("File", .dataFile),
            GeoprocessingParameterInfo("Size", .long, direction: .output, requirement: .derived),
        ]

        @concurrent
        func run(
            _ inputs: [String: GeoprocessingValue], in context: ToolContext
        ) async throws -> [String: GeoprocessingValue] {
            guard let file = inputs["File"]?.dataFile else {
                throw ToolInputError.unusable(name: "File", reason: "it is missing")
            }
            return ["Size": .long(try await context.data(of: file).count)]
        }
    }

    /// `cairn gp` as a process, against a server of this one.
    @Suite(.timeLimit(.minutes(5)))
    struct GeoprocessingCommandTests {
        private let tool: Tool
        private let server = LocalServer(
            tools: ["Tools": PublishedTools([CountdownTool(), BufferAndSummarizeTool(), FileSizeTool()])])

        init() throws { tool = try Tool() }

        private func address(_ name: String) async throws -> String {
            server.url(of: "Tools", .gpServer, at: try await server.start()).appending(path: name).absoluteString
        }

        @Test func `a tool runs as a stored job, and its results and files are written`() async throws {
            let url = try await address("Countdown")
            let outcome = try await tool.run(
                "gp", url, "--set", "Steps=3", "--set", "seconds=0", "-o", tool.path("out.json"), "--files", tool.path("files"))
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try JSONValue(parsing: tool.text("out.json"))["Counted"]?["value"] == 3)
            #expect(try tool.text("files/log.txt") == "3\n2\n1\n")
            #expect(outcome.errors.contains("Succeeded."))
            let jobs = try await tool.run("jobs", "list")
            #expect(jobs.output.contains("gp") && jobs.output.contains("succeeded"))
            await server.stop()
        }

        @Test func `what a killed client has left beside the results is removed by the same command`() async throws {
            // Nobody has them locked: their writers are dead.
            for name in ["out.json.99999999.1.tmp", "other.json.99999999.1.tmp"] { try tool.write(name, "{") }
            let url = try await address("Countdown")
            let outcome = try await tool.run(
                "gp", url, "--set", "Steps=1", "--set", "Seconds=0", "-o", tool.path("out.json"))
            #expect(outcome.code == 0, "\(outcome.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("."))
            #expect(names.filter { $0.hasSuffix(".tmp") } == ["other.json.99999999.1.tmp"])
            await server.stop()
        }

        @Test func `a tool whose results could not be written does not run again`() async throws {
            let url = try await address("Countdown")
            let inputs = ["--set", "Steps=1", "--set", "Seconds=0"]
            let command = ["gp", url] + inputs
            let refused = try await tool.run(command + ["-o", Self.tooLong])
            #expect(refused.code == 1)
            let second = try await tool.run(command + ["-o", tool.path("out.json")])
            #expect(second.code == 0 && second.errors.contains("Going on with a job begun before."), "\(second.errors)")
            #expect(try JSONValue(parsing: tool.text("out.json"))["Counted"]?["value"] == 1)
            #expect(try await tool.run("jobs", "list", "--json").output.split(separator: "\n").count == 1)
            // Once they are handed over, the same command has it run again.
            _ = try await tool.run(["gp", url] + inputs)
            #expect(try await tool.run("jobs", "list", "--json").output.split(separator: "\n").count == 2)
            await server.stop()
        }

        @Test func `a tool that was begun is gone on with by the same command while the service is down`() async throws {
            let command = ["gp", try await address("Countdown"), "--set", "Steps=1000", "--json"]
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("message") } == 130)
            await server.stop()
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("started") } == 130)
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["paused"])
        }

        @Test func `a file that was uploaded is uploaded again only once it has changed`() async throws {
            try tool.write("some.txt", "four")
            let command = ["gp", try await address("FileSize"), "--set", "File=@some.txt"]
            #expect(try await tool.run(command + ["-o", Self.tooLong]).code == 1)
            let second = try await tool.run(command + ["-o", "out.json"])
            #expect(second.code == 0 && second.errors.contains("Going on with a job begun before."), "\(second.errors)")
            #expect(try JSONValue(parsing: tool.text("out.json"))["Size"]?["value"] == 4)
            #expect(try await tool.run(command + ["-o", Self.tooLong]).code == 1)
            try tool.write("some.txt", "sixsix")
            let printed = try await tool.run(command)
            #expect(printed.output == "Size: 6\n" && !printed.errors.contains("Going on"), "\(printed.errors)")
            await server.stop()
        }

        /// A name that a file can have, and none that grows beside it.
        private static let tooLong = String(repeating: "o", count: 255)

        @Test func `where results cannot go, or would overwrite what is read, is told before the tool runs`() async throws {
            let url = try await address("BufferAndSummarize")
            let places = #"{"spatialReference":{"wkid":4326},"features":[{"attributes":{"N":1},"geometry":{"x":9.5,"y":47.1}}]}"#
            try tool.write("places.json", places)
            try FileManager.default.createDirectory(atPath: tool.path("folder"), withIntermediateDirectories: true)
            let command = ["gp", url, "--set", "Features=@places.json"]
            for rest in [
                ["-o", "places.json"], ["-o", "folder"], ["-o", "none/out.json"], ["-o", "/dev/null"],
                ["--files", "places.json"],
            ] {
                let outcome = try await tool.run(command + rest)
                #expect(outcome.code == 2, "\(rest) \(outcome.errors)")
            }
            #expect(try await tool.run("jobs", "list", "--json").output.isEmpty)
            #expect(try tool.text("places.json") == places)
            let piped = try await tool.run(command + ["-o", "-"])
            #expect(try JSONValue(parsing: piped.output)["Buffers"]?["dataType"] == "GPFeatureRecordSetLayer", "\(piped.errors)")
            await server.stop()
        }

        @Test func `a service in the place of a tool, and no file in that of an input, are told`() async throws {
            let url = try await address("Countdown")
            let service = String(url.dropLast("/Countdown".count))
            let outcome = try await tool.run("gp", service, "--describe")
            #expect(
                outcome.code == 1 && outcome.errors.contains("Add the name of one to the address: Countdown"), "\(outcome.errors)"
            )
            #expect(try await tool.run("gp", url, "--set", "Steps=@").errors.contains("Steps=@ names no file"))
            await server.stop()
        }

        @Test func `it tells scripts each event, and what a tool takes`() async throws {
            let url = try await address("Countdown")
            let outcome = try await tool.run("gp", url, "--set", "Steps=1", "--set", "Seconds=0", "--json")
            let events = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(events.first?["event"] == "started" && events.last?["event"] == "summary")
            #expect(events.last?["results"]?["Counted"]?["value"] == 1)
            #expect(events.contains { $0["event"] == "message" && $0["text"] == "1" })
            let described = try await tool.run("gp", url, "--describe")
            #expect(described.output.contains("Steps") && described.output.contains("GPLong, optional, default 10"))
            await server.stop()
        }

        @Test func `inputs come from files, and wrong ones are told before anything is sent`() async throws {
            let url = try await address("BufferAndSummarize")
            try tool.write(
                "places.json",
                #"{"spatialReference":{"wkid":4326},"features":[{"attributes":{"N":1},"geometry":{"x":9.5,"y":47.1}}]}"#)
            let outcome = try await tool.run("gp", url, "--set", "Features=@" + tool.path("places.json"))
            #expect(outcome.code == 0 && outcome.output.contains("Buffers: 1 features"), "\(outcome.errors)")
            for (input, word) in [
                ("Feature=1", "Did you mean Features"), ("Features", "NAME=VALUE"), ("Features=x", "GPFeatureRecordSetLayer"),
                ("Features=@none.json", "is not there"),
            ] {
                let refused = try await tool.run("gp", url, "--set", input)
                #expect(refused.code == 2 && refused.errors.contains(word), "\(refused.errors)")
            }
            #expect(try await tool.run("gp", url).errors.contains("needs a value for Features"))
            await server.stop()
        }

        @Test func `files come beside what is there, and no more often than once`() async throws {
            try FileManager.default.createDirectory(atPath: tool.path("files"), withIntermediateDirectories: true)
            try tool.write("files/log.txt", "mine")
            let command = ["gp", try await address("Countdown"), "--set", "Steps=2", "--set", "Seconds=0", "--files", "files"]
            for _ in 0..<2 {
                let outcome = try await tool.run(command)
                #expect(outcome.code == 0 && outcome.errors.contains("log-2.txt"), "\(outcome.errors)")
                #expect(try tool.text("files/log.txt") == "mine" && tool.text("files/log-2.txt") == "2\n1\n")
                let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("files"))
                #expect(names.sorted() == ["log-2.txt", "log.txt"])
            }
            await server.stop()
        }

        @Test func `results that were lost on their way are told by the same command`() async throws {
            let words = "gp \(try await address("Countdown")) --set Steps=1 --set Seconds=0 -o -"
            #expect(try await tool.run(shell: "cairn \(words) >/dev/full").code == 1)
            let again = try await tool.run(shell: "cairn \(words)")
            #expect(again.code == 0 && again.output.contains("Counted"), "\(again.errors)")
            #expect(try await tool.jobs().count == 1)
            #expect(try await tool.run(shell: "cairn \(words)").code == 0)
            #expect(try await tool.jobs().count == 2)
            await server.stop()
        }

        @Test(.enabled(if: getuid() != 0, "everything can be written by who runs the tests"), arguments: ["-o", "--files"])
        func `a folder that cannot be written is told before the tool runs`(option: String) async throws {
            try FileManager.default.createDirectory(
                atPath: tool.path("kept"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
            let place = option == "-o" ? "kept/out.json" : "kept/files"
            let outcome = try await tool.run("gp", try await address("Countdown"), option, place)
            #expect(outcome.code == 1 && outcome.errors.contains("kept"), "\(outcome.errors)")
            #expect(try await tool.run("jobs", "list", "--json").output.isEmpty)
            await server.stop()
        }
    }
#endif
