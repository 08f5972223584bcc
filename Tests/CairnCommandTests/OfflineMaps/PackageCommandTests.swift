#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnTasks
    import Foundation
    import Testing

    /// `package`, and what it says of files that are not what they are called.
    @Suite(.timeLimit(.minutes(5)))
    struct PackageCommandTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private func file(_ name: String) -> URL { tool.folder.appending(path: name) }

        private func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted()
        }

        /// A package of a map without layers in `map`, and packed in `map.mmpk`.
        private func makePackage() async throws {
            for folder in ["map", "map/data"] {
                try FileManager.default.createDirectory(at: file(folder), withIntermediateDirectories: true)
            }
            try MobileMapPackageManifest(OfflineMapItemInfo(title: "Town"), maps: ["map.json"], created: 1).write(to: file("map"))
            try tool.write("map/map.json", #"{"baseMap":{"baseMapLayers":[]},"operationalLayers":[],"version":"2.0"}"#)
            let geodatabase = try await Geodatabase.create(at: file("map/data/trees.gpkg"))
            _ = try await geodatabase.createTable(FeatureTableDefinition("Trees", fields: [Field("NAME")]))
            try await geodatabase.close()
            let packed = try await tool.run("package", "pack", "map", "-o", "map.mmpk")
            #expect(packed.code == 0, "\(packed.errors)")
        }

        private func cut(_ name: String, to part: String, keeping count: Int) throws {
            try Data(contentsOf: file(name)).prefix(count).write(to: file(part))
        }

        @Test(arguments: [
            (["pack", "map.mmpk", "-o", "map.mmpk"], "packed already"),
            (["pack", "map.mmpk", "-o", "other.mmpk"], "packed already"),
            (["pack", "map", "-o", "map/town.mmpk"], "would lie within"), (["pack", "map", "-o", "map"], "would lie within"),
            (["pack", "map", "-o", "-"], "cannot be piped"), (["extract", "map.mmpk", "-o", "-"], "cannot be piped"),
            (["extract", "map", "-o", "other"], "unpacked already"), (["extract", "map.mmpk", "-o", "map"], "there already"),
        ])
        func `what would destroy a package, or go astray, is refused, and all is as it was`(
            words: [String], reason: String
        ) async throws {
            try await makePackage()
            let (before, archive) = (try names(), try Data(contentsOf: file("map.mmpk")))
            let done = try await tool.run(["package"] + words)
            #expect(done.code != 0 && done.errors.contains(reason), "\(done.code) \(done.errors)")
            #expect(try names() == before && Data(contentsOf: file("map.mmpk")) == archive)
            #expect(!FileManager.default.fileExists(atPath: tool.path("map/town.mmpk")))
        }

        @Test func `a package that is cut off, or empty, is told to be that`() async throws {
            try await makePackage()
            let writer = try TileCacheWriter(
                to: file("tiles.tpkx"), info: TileCacheInfo(name: "Ground", tileInfo: .webMercator(levels: 0...2)))
            try writer.add(Data("a tile".utf8), at: TileKey(level: 0, row: 0, column: 0))
            try writer.finish()
            try cut("map.mmpk", to: "cut.mmpk", keeping: 900)
            for ending in ["tpkx", "vtpk"] { try cut("tiles.tpkx", to: "cut.\(ending)", keeping: 900) }
            for ending in ["tpkx", "vtpk", "mmpk", "mbtiles"] { try tool.write("empty.\(ending)", "") }
            for name in ["cut.mmpk", "cut.tpkx", "cut.vtpk", "empty.tpkx", "empty.vtpk", "empty.mmpk", "empty.mbtiles"] {
                let reason = name.hasPrefix("cut") ? "is cut off" : "is empty"
                var verbs = [["package", "info", name], ["package", "extract", name, "-o", "out"]]
                if !name.hasSuffix("mmpk") { verbs.append(["serve", "--tiles", name, "--port", "0"]) }
                for words in verbs {
                    let done = try await tool.run(words)
                    #expect(done.code == 1 && done.errors.contains(reason), "\(words) \(done.code) \(done.errors)")
                }
            }
        }

        @Test func `what is no package is told, with what is one`() async throws {
            try tool.write("text.tpkx", "hello")
            let info = try await tool.run("package", "info", "text.tpkx")
            #expect(info.code == 1 && [".mmpk", ".tpkx", ".vtpk", ".mbtiles"].allSatisfy(info.errors.contains), "\(info.errors)")
            let served = try await tool.run("serve", "--tiles", "text.tpkx", "--port", "0")
            #expect(served.code == 1 && served.errors.contains(".vtpk"), "\(served.errors)")
        }

        @Test func `where a package cannot be unpacked to look into it, that is told`() async throws {
            try await makePackage()
            // Not even its owner may put something there, whoever that is.
            let done = try await tool.run("package", "info", "map.mmpk", environment: ["TMPDIR": "/proc/self"])
            #expect(done.code == 1 && done.errors.contains("To look into") && done.errors.contains("TMPDIR"), "\(done.errors)")
        }

        @Test(arguments: [["pack", "map", "-o", "other.mmpk"], ["extract", "map.mmpk", "-o", "other"]])
        func `scripts are told each event as JSON`(words: [String]) async throws {
            try await makePackage()
            let done = try await tool.run(["package"] + words + ["--json"])
            let events = try done.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(done.code == 0 && events.last?["event"] == "summary", "\(done.output) \(done.errors)")
            #expect(events.last?["output"]?.string?.hasSuffix(words[3]) == true)
        }

        @Test func `what was unpacked to be looked into goes, also what a process has left that was killed`() async throws {
            try await makePackage()
            for folder in ["tmp", "tmp/cairn-folder-left"] {
                try FileManager.default.createDirectory(at: file(folder), withIntermediateDirectories: true)
            }
            try tool.write("tmp/cairn-folder-left/trees.gpkg", "much")
            let done = try await tool.run("package", "info", "map.mmpk", environment: ["TMPDIR": tool.path("tmp")])
            #expect(done.code == 0 && done.output.hasPrefix("Town"), "\(done.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path("tmp")).isEmpty)
        }
    }
#endif
