#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnLocalServer
    import CairnTasks
    import CairnTesting
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `export-tiles`, and `serve --tiles`, as processes.
    @Suite(.timeLimit(.minutes(5)))
    struct ExportTilesCommandTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func file(_ name: String) -> URL { tool.folder.appending(path: name) }

        @Test func `tiles are exported, told of, and served again as they were`() async throws {
            let town = try await MappedTown(tool)
            let images = try await tool.run(
                ["export-tiles", town.service("Cairnford/MapServer"), "-o", "town.tpkx"] + MappedTown.options)
            #expect(images.code == 0 && images.output.contains("town.tpkx"), "\(images.errors)")
            let vectors = try await tool.run(
                ["export-tiles", town.service("CairnfordVectors/VectorTileServer"), "-o", "streets.vtpk", "--styles", "style"]
                    + MappedTown.options.dropLast(4))
            #expect(vectors.code == 0, "\(vectors.errors)")
            #expect(FileManager.default.fileExists(atPath: tool.path("style/styles/root.json")))
            let told = try await tool.run("package", "info", "town.tpkx")
            #expect(
                told.code == 0 && told.output.contains("Cairnford: tiles, levels 13 to 14, PNG"), "\(told.output) \(told.errors)")
            let (running, output, port) = try await tool.serve(
                tool.process(["serve", "--tiles", "town.tpkx", "--tiles", "Streets=streets.vtpk", "--port", "0"]))
            let (cache, pages) = (TileCache(fileURL: file("town.tpkx")), try #require(URL(string: "http://127.0.0.1:\(port)")))
            try await cache.load()
            try await cache.forEachKeys { keys in
                for key in keys {
                    let path = "MapServer/tile/\(key.level)/\(key.row)/\(key.column)"
                    let again = try await bytes(pages, "town/\(path)")
                    let (own, first) = (try await cache.tile(at: key), try await bytes(town.url, "Cairnford/\(path)"))
                    #expect(again == own && again == first, "\(key)")
                }
            }
            let style = "VectorTileServer/resources/styles/root.json"
            let served = try JSONValue(parsing: try await bytes(pages, "Streets/\(style)"))
            #expect(served["layers"]?.array?.count == 9)
            kill(running.process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            withExtendedLifetime(output) {}
        }

        private func bytes(_ server: URL, _ path: String) async throws -> Data {
            let url = try #require(URL(string: "\(server.absoluteString)/arcgis/rest/services/\(path)"))
            let transport: any HTTPTransport = .standard
            return try await transport.send(HTTPRequest(.get, url)).body
        }

        @Test func `an estimate tells how much there would be, and exports nothing`() async throws {
            let town = try await MappedTown(tool)
            let told = try await tool.run(
                ["export-tiles", town.service("Cairnford/MapServer"), "--estimate", "--json"] + MappedTown.options)
            let json = try JSONValue(parsing: told.output)
            #expect(told.code == 0 && (json["tiles"]?.int ?? 0) > 1 && (json["bytes"]?.int ?? 0) > 0, "\(told.errors)")
            #expect(try await tool.jobs().isEmpty)
        }

        @Test func `an estimate that is interrupted ends in the service, too`() async throws {
            let town = try await MappedTown(tool)
            let info = try await bytes(town.url, "Cairnford/MapServer?f=json")
            let (isAsked, isEnded) = (Level(false), Level(false))
            let server = try ScriptedServer { request in
                func answer(_ json: String) -> [ScriptedStep] { [.answer(200, body: Data(json.utf8))] }
                let last = request.path.split(separator: "?").first?.split(separator: "/").last
                switch last {
                case "MapServer": return [.answer(200, body: info)]
                case "estimateExportTilesSize": return answer(#"{"jobId":"j1","jobStatus":"esriJobSubmitted"}"#)
                case "cancel":
                    isEnded.send(true)
                    return answer(#"{"jobId":"j1","jobStatus":"esriJobCancelled"}"#)
                default:
                    isAsked.send(true)
                    return answer(
                        "{\"jobId\":\"j1\",\"jobStatus\":\"\(isEnded.value ? "esriJobCancelled" : "esriJobExecuting")\"}")
                }
            }
            let service = server.url.appending(path: "Town/MapServer").absoluteString
            let (running, output) = try tool.start(
                tool.asFromShell(["export-tiles", service, "--estimate"] + MappedTown.options))
            for await isAsked in isAsked.values where isAsked { break }
            kill(running.process.processIdentifier, SIGINT)
            #expect(await running.end() == 130)
            #expect(isEnded.value)
            withExtendedLifetime(output) {}
            server.stop()
        }

        @Test func `a job that was interrupted is gone on with by the same command`() async throws {
            let town = try await MappedTown(tool)
            let command =
                ["export-tiles", town.service("Cairnford/MapServer"), "-o", "town.tpkx", "--json"] + MappedTown.options
            town.server.faults.inject(.hang, into: "out_service_url", times: .max)
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("started") } == 130)
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["paused"])
            town.server.faults.clear()
            #expect(try await tool.run(command.dropLast() + ["9000"]).code == 1)
            let done = try await tool.run(command)
            #expect(done.code == 0 && done.output.contains("13 to 14"), "\(done.errors)")
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["succeeded"])
            let left = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
            #expect(!left.contains { $0.contains("partial") }, "\(left)")
        }

        @Test func `the folder for styles may be named in another way when the command is given again`() async throws {
            let town = try await MappedTown(tool)
            let command = ["export-tiles", town.service("CairnfordVectors/VectorTileServer"), "-o", "streets.vtpk"]
            let words = (command + MappedTown.options.dropLast(4)).joined(separator: " ")
            let full = try await tool.run(shell: "cairn \(words) --styles style >/dev/full")
            #expect(full.code != 0 && FileManager.default.fileExists(atPath: tool.path("style/styles/root.json")))
            // Of a command whose process died before there was a record of its job.
            let note = try #require(try notes().first)
            let orphan = tool.path("jobs/\(UUID()).command")
            try FileManager.default.copyItem(atPath: tool.path("jobs/\(note)"), toPath: orphan)
            let again = try await tool.run(shell: "cairn \(words) --styles $PWD/style")
            #expect(again.code == 0, "\(again.errors)")
            #expect(try await tool.jobs().count == 1 && notes().isEmpty)
            // What lacks its styles is made anew.
            _ = try await tool.run(shell: "rm -r style streets.vtpk; cairn \(words) --styles style >/dev/full; rm -r style")
            #expect(try await tool.run(shell: "cairn \(words) --styles style").code == 0)
            #expect(FileManager.default.fileExists(atPath: tool.path("style/styles/root.json")))
            let within = try await tool.run(shell: "cairn \(words) --styles .")
            #expect(within.code == 2 && within.errors.contains("cannot be in the folder of their styles"), "\(within.errors)")
        }

        private func notes() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: tool.path("jobs")).filter { $0.hasSuffix(".command") }
        }

        @Test func `what could not be told is told by the same command, without another export`() async throws {
            let town = try await MappedTown(tool)
            let words = (["export-tiles", town.service("Cairnford/MapServer"), "-o", "town.tpkx"] + MappedTown.options)
            let full = try await tool.run(shell: "cairn \(words.joined(separator: " ")) >/dev/full")
            #expect(full.code != 0 && FileManager.default.fileExists(atPath: tool.path("town.tpkx")))
            // How much is told of its way makes no other command of it.
            let again = try await tool.run(words + ["--quiet"])
            #expect(again.code == 0 && again.output.contains("13 to 14"), "\(again.errors)")
            #expect(try await tool.jobs().count == 1)
            // It has been told now: next time there is another export, as there is when the file has gone.
            #expect(try await tool.run(words).code == 0)
            #expect(try await tool.jobs().count == 2)
            _ = try await tool.run(shell: "cairn \(words.joined(separator: " ")) >/dev/full; rm town.tpkx")
            #expect(try await tool.run(words).code == 0)
            #expect(try await tool.jobs().count == 4 && FileManager.default.fileExists(atPath: tool.path("town.tpkx")))
        }

        @Test func `a job that is cancelled leaves no note, though something may still run on the server`() async throws {
            let town = try await MappedTown(tool)
            town.server.faults.inject(.drop, into: "exportTiles")
            let lost = try await tool.run(
                ["export-tiles", town.service("Cairnford/MapServer"), "-o", "town.tpkx"] + MappedTown.options)
            #expect(lost.code == 1, "\(lost.errors)")
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            #expect(FileManager.default.fileExists(atPath: tool.path("jobs/\(id).command")))
            let cancelled = try await tool.run("jobs", "cancel", id)
            #expect(cancelled.code == 1 && cancelled.errors.contains("Not known to be cancelled"), "\(cancelled.errors)")
            #expect(cancelled.errors.contains("Ask who runs the server to end what is not wanted."), "\(cancelled.errors)")
            let again = try await tool.run("jobs", "cancel", id)
            #expect(
                again.code == 1 && again.output.contains("Ask who runs the server to end what is not wanted."), "\(again.output)")
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["canceled"])
            #expect(!FileManager.default.fileExists(atPath: tool.path("jobs/\(id).command")))
        }

        @Test(arguments: [
            ([], 2, "say which service"), (["ftp://x/MapServer", "-o", "a.tpkx"], 2, "ftp"), (["SERVICE"], 2, "--output"),
            (["SERVICE", "-o", "-"], 2, "cannot be piped"), (["SERVICE", "-o", "."], 2, "folder"),
            (["SERVICE", "-o", "a.tpkx", "--styles", "s"], 2, "only vector tiles have styles"),
            (["SERVICE", "-o", "a.tpkx", "--extent", "1,2,3"], 2, "no rectangle"),
            (["SERVICE", "-o", "a.tpkx", "--max-scale", "x"], 2, "--max-scale"),
            (["SERVICE", "-o", "a.tpkx", "--extent", "9,46,10,47"], 1, "shows nothing"),
            (["MISSING", "-o", "a.tpkx"], 1, "404"),
            (["SERVICE", "--estimate", "-o", "a.tpkx"], 2, "takes no --output"),
            (["VECTORS", "-o", "a.vtpk", "--min-scale", "80000"], 2, "takes no --min-scale"),
            (["VECTORS", "-o", "a.vtpk", "--max-scale", "1000000000000"], 1, "No levels"),
            (["VECTORS", "-o", "a.vtpk", "--styles", "none/styles"], 2, "there is no folder"),
            (["VECTORS", "-o", "a.vtpk", "--styles", "/usr"], 2, "is there already"),
        ])
        func `what cannot be exported is told of, and leaves nothing`(words: [String], code: Int, reason: String) async throws {
            let town = try await MappedTown(tool)
            let places = [
                "SERVICE": town.service("Cairnford/MapServer"), "MISSING": town.service("Nowhere/MapServer"),
                "VECTORS": town.service("CairnfordVectors/VectorTileServer"),
            ]
            let done = try await tool.run(["export-tiles"] + words.map { places[$0] ?? $0 })
            #expect(Int(done.code) == code && done.errors.contains(reason), "\(done.code) \(done.errors)")
            #expect(try await tool.jobs().isEmpty || code == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).allSatisfy { !$0.hasPrefix("a.") })
        }
    }
#endif
