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

    /// Slips of whoever types `take-offline` and `export-tiles`: they are told before there is a job, and leave nothing.
    @Suite(.timeLimit(.minutes(5)))
    struct TakeOfflineMistakesTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func missing(_ town: MappedTown) -> String { town.page.replacing("townmap", with: "nothing") }

        private func names(_ folder: String = ".") throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: tool.path(folder)).sorted()
        }

        /// No job, and nothing beside what was there.
        private func expectNothingLeft(_ before: [String], _ done: Tool.Outcome) async throws {
            #expect(try await tool.jobs().isEmpty, "\(done.errors)")
            #expect(try names().filter { $0 != "jobs" } == before, "\(done.errors)")
        }

        @Test(arguments: [
            (["PAGE", "-o", "-"], 2, "cannot be piped"), (["PAGE", "-o", "there"], 2, "there already"),
            (["PAGE", "-o", "file"], 2, "there already"), (["PAGE", "-o", "nodir/x"], 2, "there is no folder"),
            (["PAGE", "-o", "x", "--max-scale", "1000000", "--min-scale", "10"], 2, "no scale from"),
            (["MISSING", "-o", "x"], 1, "does not exist"), (["LAYER", "-o", "x"], 1, "townlayer"),
            (["/dev/null", "-o", "x"], 1, "no regular file"), (["fifo", "-o", "x"], 1, "no regular file"),
            (["there", "-o", "x"], 1, "Name the file of one"), (["file", "-o", "x"], 1, "no web map"),
        ])
        func `what cannot be taken is told before there is a job`(words: [String], code: Int, reason: String) async throws {
            let layer = PublishedItem(id: "townlayer", type: PortalItemType(rawValue: "Feature Service"), title: "A layer of it")
            let town = try await MappedTown(tool, items: [layer])
            try FileManager.default.createDirectory(atPath: tool.path("there"), withIntermediateDirectories: true)
            try tool.write("there/mine.txt", "mine")
            try tool.write("file", "[]")
            _ = mkfifo(tool.path("fifo"), 0o600)
            let before = try names()
            let places = [
                "PAGE": town.page, "MISSING": missing(town), "LAYER": town.page.replacing("townmap", with: "townlayer"),
            ]
            let extent = ["--extent", "-123.105,44.045,-123.095,44.055"]
            let done = try await tool.run(["take-offline"] + words.map { places[$0] ?? $0 } + extent)
            #expect(Int(done.code) == code && done.errors.contains(reason), "\(done.code) \(done.errors)")
            try await expectNothingLeft(before, done)
        }

        @Test(arguments: [
            ("town.mbtiles", "Call it town.tpkx"), ("town.vtpk", "Call it town.tpkx"), ("town.TXT", "Call it town.tpkx"),
            ("town.gpkg", "Call it town.tpkx"),
        ])
        func `tiles are not written under a name of something else`(name: String, reason: String) async throws {
            let town = try await MappedTown(tool)
            let before = try names()
            let done = try await tool.run("export-tiles", town.service("Cairnford/MapServer"), "-o", name)
            #expect(done.code == 2 && done.errors.contains(reason), "\(done.code) \(done.errors)")
            try await expectNothingLeft(before, done)
            let vectors = try await tool.run(
                "export-tiles", town.service("CairnfordVectors/VectorTileServer"), "-o", "streets.tpkx")
            #expect(vectors.code == 2 && vectors.errors.contains("Call it streets.vtpk"), "\(vectors.errors)")
        }

        @Test func `scales between which there is none are refused by both`() async throws {
            let town = try await MappedTown(tool)
            let done = try await tool.run(
                "export-tiles", town.service("Cairnford/MapServer"), "-o", "a.tpkx", "--min-scale", "10", "--max-scale", "1000")
            #expect(done.code == 2 && done.errors.contains("no scale from"), "\(done.code) \(done.errors)")
        }

        @Test func `an area of which nothing is shown is told of, with what helps`() async throws {
            let town = try await MappedTown(tool)
            let done = try await tool.run("take-offline", town.page, "-o", "map", "--extent", "9,46,10,47")
            #expect(done.errors.contains("shows nothing of the area") && !done.errors.contains("leave it out"), "\(done.errors)")
        }

        @Test func `a job that gives way to another leaves no note of its command`() async throws {
            let town = try await MappedTown(tool)
            let words = ["export-tiles", town.service("Cairnford/MapServer"), "-o", "a.tpkx"]
            town.server.faults.inject(.serviceError(code: 400, message: "No."), into: "exportTiles", times: .max)
            for _ in 0..<3 { #expect(try await tool.run(words).code == 1) }
            let names = try names("jobs")
            let notes = names.filter { $0.hasSuffix(".command") }
            #expect(!notes.isEmpty)
            #expect(notes.allSatisfy { names.contains($0.replacing(".command", with: ".json")) }, "\(names)")
        }

        @Test(arguments: [false, true])
        func `a web map in a file that was put right meanwhile is not taken for the one before`(isElsewhere: Bool) async throws {
            let town = try await MappedTown(tool)
            let map = { (title: String) in
                """
                {"version": "2.0", "baseMap": {"title": "B", "baseMapLayers": []}, "operationalLayers": [{"id": "t", "title": "\(title)",
                "layerType": "ArcGISFeatureLayer", "url": "\(town.service("Trees/FeatureServer/0"))"}]}
                """
            }
            try tool.write("map.json", map("Old"))
            town.server.faults.inject(.hang, into: "createReplica", times: .max)
            let command = ["take-offline", "map.json", "-o", tool.path("map"), "--json"] + MappedTown.options
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("started") } == 130)
            town.server.faults.clear()
            try FileManager.default.createDirectory(atPath: tool.path("other"), withIntermediateDirectories: true)
            try tool.write(isElsewhere ? "other/map.json" : "map.json", map("New"))
            let process = tool.process(command)
            if isElsewhere { process.currentDirectoryURL = tool.folder.appending(path: "other") }
            #expect(try await tool.finish(process) {} == 1)
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            #expect(try await tool.run("jobs", "remove", id).code == 0)
            let words = isElsewhere ? ["take-offline", "other/map.json"] + command.dropFirst(2) : command
            let done = try await tool.run(words)
            #expect(done.code == 0 && done.output.contains("New"), "\(done.output) \(done.errors)")
        }
    }
#endif
