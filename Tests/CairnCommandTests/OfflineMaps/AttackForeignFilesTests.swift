#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnLocalServer
    import CairnTesting
    import Foundation
    import Testing

    @testable import CairnCommand

    /// Attacks: what somebody else has put where output grows, and what is left behind.
    @Suite(.timeLimit(.minutes(5)))
    struct AttackForeignFilesTests {
        let tool: Tool

        init() throws { tool = try Tool() }

        private func own(_ name: String) throws {
            let file = tool.folder.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try tool.write(name, "precious")
        }

        private func isWhole(_ name: String) -> Bool { (try? tool.text(name)) == "precious" }

        private func missing(_ town: MappedTown) -> String { town.page.replacing("townmap", with: "nothing") }

        @Test func `a folder that no job has begun is neither taken for a half-written map nor put into one`() async throws {
            let town = try await MappedTown(tool)
            try own("map.partial/photos/mine.txt")
            _ = try await tool.run(["take-offline", town.page, "-o", "map"] + MappedTown.options)
            #expect(isWhole("map.partial/photos/mine.txt"))
            #expect(!isWhole("map/photos/mine.txt"))
        }

        @Test func `a folder that no job has begun stays when the job is removed`() async throws {
            let town = try await MappedTown(tool)
            try own("map.partial/photos/mine.txt")
            _ = try await tool.run(["take-offline", missing(town), "-o", "map"] + MappedTown.options)
            for job in try await tool.jobs() { _ = try await tool.run("jobs", "remove", #require(job["id"]?.string)) }
            #expect(isWhole("map.partial/photos/mine.txt"))
        }

        @Test func `a folder that no job has begun stays when another map is taken to the same place`() async throws {
            let town = try await MappedTown(tool)
            try own("map.partial/photos/mine.txt")
            _ = try await tool.run(["take-offline", missing(town), "-o", "map"] + MappedTown.options)
            _ = try await tool.run(["take-offline", town.page, "-o", "map"] + MappedTown.options)
            #expect(isWhole("map.partial/photos/mine.txt"))
        }

        @Test func `a file that no job has begun stays when a map is cancelled`() async throws {
            let town = try await MappedTown(tool)
            try own("map.partial")
            _ = try await tool.run(["take-offline", town.page, "-o", "map"] + MappedTown.options)
            for job in try await tool.jobs() { _ = try await tool.run("jobs", "cancel", #require(job["id"]?.string)) }
            #expect(isWhole("map.partial"))
        }

        @Test func `a file that no job has begun stays when tiles are exported`() async throws {
            let town = try await MappedTown(tool)
            try own("town.tpkx.partial")
            _ = try await tool.run(
                ["export-tiles", town.service("Cairnford/MapServer"), "-o", "town.tpkx"] + MappedTown.options)
            #expect(isWhole("town.tpkx.partial"))
        }

        @Test func `a folder that no job has begun stays when styles are exported`() async throws {
            let town = try await MappedTown(tool)
            try own("style.partial/mine.txt")
            _ = try await tool.run(
                ["export-tiles", town.service("CairnfordVectors/VectorTileServer"), "-o", "streets.vtpk", "--styles", "style"]
                    + MappedTown.options.dropLast(4))
            #expect(isWhole("style.partial/mine.txt"))
            #expect(!isWhole("style/mine.txt"))
        }

        @Test func `a folder that is there stays when styles are exported to it`() async throws {
            let town = try await MappedTown(tool)
            try own("style/mine.txt")
            let done = try await tool.run(
                ["export-tiles", town.service("CairnfordVectors/VectorTileServer"), "-o", "streets.vtpk", "--styles", "style"]
                    + MappedTown.options.dropLast(4))
            #expect(isWhole("style/mine.txt"), "\(done.code) \(done.output) \(done.errors)")
        }

        @Test(arguments: [false, true])
        func `a job that gives way to another leaves no note of its command`(isMap: Bool) async throws {
            let town = try await MappedTown(tool)
            let words =
                isMap
                ? ["take-offline", missing(town), "-o", "map"] + MappedTown.options
                : ["export-tiles", town.service("Cairnford/MapServer"), "-o", "a.tpkx", "--extent", "9,46,10,47"]
            for _ in 0..<3 { #expect(try await tool.run(words).code == 1) }
            let names = try FileManager.default.contentsOfDirectory(atPath: tool.path("jobs"))
            let notes = names.filter { $0.hasSuffix(".command") }
            #expect(notes.allSatisfy { names.contains($0.replacing(".command", with: ".json")) }, "\(names)")
        }

        @Test func `what cannot be taken offline leaves no folder`() async throws {
            let town = try await MappedTown(tool)
            let done = try await tool.run(["take-offline", missing(town), "-o", "map"] + MappedTown.options)
            #expect(done.code == 1)
            #expect(!FileManager.default.fileExists(atPath: tool.path("map.partial")), "\(done.errors)")
        }
    }
#endif

#if !CAIRN_APP_CONTAINER
    extension AttackForeignFilesTests {
        @Test func `a web map in a file that was put right meanwhile is taken as it is now, or refused`() async throws {
            let town = try await MappedTown(tool)
            let layer = { (title: String) in
                """
                {"version": "2.0", "baseMap": {"title": "B", "baseMapLayers": []}, "operationalLayers": [{"id": "t", "title": "\(title)",
                "layerType": "ArcGISFeatureLayer", "url": "\(town.service("Trees/FeatureServer/0"))"}]}
                """
            }
            try tool.write("map.json", layer("Old"))
            town.server.faults.inject(.hang, into: "createReplica", times: .max)
            let command = ["take-offline", "map.json", "-o", "map", "--json"] + MappedTown.options
            #expect(try await tool.end(tool.asFromShell(command), by: 2) { $0.contains("started") } == 130)
            town.server.faults.clear()
            try tool.write("map.json", layer("New"))
            let done = try await tool.run(command)
            #expect(done.code != 0 || done.output.contains("New"), "\(done.output)")
        }
    }
#endif
