#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnLocalServer
    import CairnOffline
    import CairnTasks
    import CairnTesting
    import Foundation
    import Testing

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// `take-offline` and `package`, as processes.
    @Suite(.timeLimit(.minutes(5)))
    struct TakeOfflineCommandTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func last(_ outcome: Tool.Outcome) throws -> JSONValue {
            try JSONValue(parsing: #require(outcome.output.split(separator: "\n").last.map(String.init)))
        }

        @Test func `a map is taken offline, told of, packed, unpacked, and the same everywhere`() async throws {
            let town = try await MappedTown(tool)
            let taken = try await tool.run(["take-offline", town.page, "-o", "map"] + MappedTown.options)
            #expect(
                taken.code == 0 && taken.output.contains("3 layers: Ground, Streets, Trees"), "\(taken.output)\(taken.errors)")
            await town.server.stop()
            let told = try await tool.run("package", "info", "map")
            let lines = told.output.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    "The town", "  Ground: tiles, levels 13 to 14", "  Streets: vector tiles, levels 0 to 13",
                    "  Trees: 9 features",
                ], "\(lines) \(told.errors)")
            #expect(try await tool.run("package", "pack", "map", "-o", "map.mmpk").code == 0)
            #expect(try await tool.run("package", "info", "map.mmpk").output == told.output)
            #expect(try await tool.run("package", "extract", "map.mmpk", "-o", "again").code == 0)
            #expect(try await tool.run(shell: "diff -r map again").code == 0)
            #expect(try await tool.run("package", "info", "again").output == told.output)
            let json = try JSONValue(parsing: try await tool.run("package", "info", "map.mmpk", "--json").output)
            #expect(json["item"]?.string == "townmap" && json["layers"]?.array?.count == 3)
            let left = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
            #expect(!left.contains { $0.contains("partial") || $0.hasSuffix(".files") }, "\(left)")
        }

        @Test func `a layer without a title is told of by the name of its service`() async throws {
            let town = try await MappedTown(tool)
            let portal = Portal(url: town.url.appending(path: "sharing/rest"), credential: CredentialStore())
            var map = try await PortalItem(portal: portal, id: "townmap").webMap()
            for index in map.basemap?.layers.indices ?? 0..<0 { map.basemap?.layers[index].title = "" }
            try tool.write("map.json", map.json.text())
            let taken = try await tool.run(["take-offline", "map.json", "-o", "map"] + MappedTown.options)
            #expect(taken.output.contains("3 layers: Cairnford, CairnfordVectors, Trees"), "\(taken.output)\(taken.errors)")
            let told = try await tool.run("package", "info", "map").output.split(separator: "\n")
            #expect(told.contains("  Cairnford: tiles, levels 13 to 14"), "\(told)")
            let json = try JSONValue(parsing: try await tool.run("package", "info", "map", "--json").output)
            #expect(json["layers"]?.array?.map { $0["title"] } == ["Cairnford", "CairnfordVectors", "Trees"])
        }

        @Test func `a layer that cannot be had is named, and with all the same command takes it later`() async throws {
            let town = try await MappedTown(tool)
            town.server.faults.inject(.serviceError(code: 500, message: "The disk is full."), into: "createReplica", times: .max)
            let some = try await tool.run(["take-offline", town.page, "-o", "some"] + MappedTown.options)
            #expect(some.code == 0 && some.errors.contains("Not taken: Trees."), "\(some.output)\(some.errors)")
            #expect(some.errors.contains("The disk is full."))
            let command = ["take-offline", town.page, "-o", "all", "--all", "--json"] + MappedTown.options
            let none = try await tool.run(command)
            #expect(none.code == 1 && none.output.contains("The disk is full."), "\(none.output)\(none.errors)")
            #expect(!FileManager.default.fileExists(atPath: tool.path("all")))
            town.server.faults.clear()
            let all = try await tool.run(command)
            let summary = try last(all)
            #expect(all.code == 0 && summary["missing"]?.array?.isEmpty == true, "\(all.errors)")
            #expect(summary["layers"] == ["Ground", "Streets", "Trees"])
        }

        @Test func `the folder of a map that was interrupted is told of, and goes with its job`() async throws {
            let town = try await MappedTown(tool)
            let portal = Portal(url: town.url.appending(path: "sharing/rest"), credential: CredentialStore())
            try tool.write("map.json", try await PortalItem(portal: portal, id: "townmap").webMap().json.text())
            town.server.faults.inject(.hang, into: "out_service_url", times: .max)
            let command = ["take-offline", "map.json", "-o", "map", "--json"] + MappedTown.options
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("Submitted") } == 130)
            town.server.faults.clear()
            let id = try #require(try await tool.jobs().first?["id"]?.string)
            let shown = try await tool.run("jobs", "show", id)
            #expect(shown.output.contains(tool.path("map.partial") + "\n"), "\(shown.output)")
            let cancelled = try await tool.run("jobs", "cancel", id)
            #expect(cancelled.output.contains(", and \(tool.path("map.partial"))."), "\(cancelled.output) \(cancelled.errors)")
            #expect(!FileManager.default.fileExists(atPath: tool.path("map.partial")))
        }

        @Test func `a map in a file is taken, too, and one that was interrupted is gone on with`() async throws {
            let town = try await MappedTown(tool)
            let portal = Portal(url: town.url.appending(path: "sharing/rest"), credential: CredentialStore())
            let map = try await PortalItem(portal: portal, id: "townmap").webMap()
            try tool.write("map.json", map.json.text())
            town.server.faults.inject(.hang, into: "out_service_url", times: .max)
            let command = ["take-offline", "map.json", "-o", "map", "--json"] + MappedTown.options
            #expect(try await tool.end(tool.asFromShell(command), by: SIGINT) { $0.contains("started") } == 130)
            #expect(try await tool.jobs().map { $0["status"]?.string } == ["paused"])
            town.server.faults.clear()
            let done = try await tool.run(command)
            let summary = try last(done)
            #expect(done.code == 0 && summary["layers"]?.array?.count == 3, "\(done.errors)")
        }

        @Test(arguments: [
            (["take-offline"], 2, "say which map"), (["take-offline", "PAGE", "-o", "x"], 2, "--extent"),
            (["take-offline", "missing.json", "-o", "x", "--extent", "0,0,1,1"], 1, "missing.json"),
            (["take-offline", "text.json", "-o", "x", "--extent", "0,0,1,1"], 1, "text.json"),
            (["take-offline", "http://127.0.0.1:1/nothing", "-o", "x", "--extent", "0,0,1,1"], 2, "id"),
            (["package"], 2, "say what to do"), (["package", "open", "x"], 2, "open"), (["package", "info"], 2, "name one"),
            (["package", "info", "text.json"], 1, "text.json"), (["package", "extract", "text.json", "-o", "x"], 1, "text.json"),
            (["package", "pack", "there", "-o", "x"], 1, "there"), (["package", "info", "missing"], 1, "missing"),
        ])
        func `what cannot be taken, or is no package, is told of, and leaves nothing`(
            words: [String], code: Int, reason: String
        ) async throws {
            let town = try await MappedTown(tool)
            try tool.write("text.json", "hello")
            try FileManager.default.createDirectory(atPath: tool.path("there"), withIntermediateDirectories: true)
            let done = try await tool.run(words.map { $0 == "PAGE" ? town.page : $0 })
            #expect(Int(done.code) == code && done.errors.contains(reason), "\(done.code) \(done.errors)")
            let left = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
            #expect(!left.contains { $0.hasPrefix("x") || $0.hasPrefix("there.") }, "\(left)")
        }
    }
#endif
