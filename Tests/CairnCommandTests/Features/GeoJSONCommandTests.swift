#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    /// `query`, `export` and `serve` of GeoJSON.
    @Suite(.timeLimit(.minutes(5)))
    struct GeoJSONCommandTests {
        private let tool: Tool

        init() throws {
            tool = try Tool()
            try tool.write("mix.geojson", Self.collection(Self.place, Self.place, Self.line))
        }

        private static let place = #"{"type":"Point","coordinates":[1,2]}"#
        private static let line = #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#

        private static func collection(_ geometries: String...) -> String {
            let features = geometries.map { "{\"type\":\"Feature\",\"properties\":{\"a\":1},\"geometry\":\($0)}" }
            return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        }

        @Test func `of several kinds of geometries one is chosen by its table`() async throws {
            #expect(try await tool.run("query", "mix.geojson", "-t", "mix_point", "--count").output == "2\n")
            #expect(try await tool.run("query", "mix.geojson", "-t", "MIX_polyline", "--count").output == "1\n")
            let outcome = try await tool.run("export", "mix.geojson", "-t", "mix_point", "-o", "points.csv")
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try tool.text("points.csv") == "OBJECTID,a,X,Y\n1,1,1.0,2.0\n2,1,1.0,2.0\n")
            let jobs = try await tool.jobs()
            #expect(jobs.first?["from"]?.string?.hasSuffix("mix.geojson mix_point") == true, "\(jobs)")
        }

        @Test(arguments: [["query", "--count"], ["export", "-o", "out.csv"]])
        func `what tables there are is told of the file, with the option that chooses one`(command: [String]) async throws {
            let outcome = try await tool.run(command + ["mix.geojson"])
            #expect(outcome.code == 1 && outcome.errors.contains("/mix.geojson has the tables mix_point, mix_polyline"))
            #expect(outcome.errors.contains("--table") && !outcome.errors.contains("gpkg"), "\(outcome.errors)")
            let none = try await tool.run(command + ["mix.geojson", "-t", "other"])
            #expect(none.code == 1 && none.errors.contains("/mix.geojson has no table other"), "\(none.errors)")
        }

        @Test func `the only table has a name, too`() async throws {
            try tool.write("one.json", Self.collection(Self.line))
            #expect(try await tool.run("query", "one.json", "-t", "one", "--count").output == "1\n")
            #expect(try await tool.run("query", "one.json", "--count").output == "1\n")
        }

        @Test func `features of Esri JSON are not written without their values`() async throws {
            try tool.write("table.json", #"{"features":[{"attributes":{"OBJECTID":1,"POP":17}}]}"#)
            let outcome = try await tool.run("export", "table.json", "-o", "out.csv")
            #expect(outcome.code == 1 && outcome.errors.contains("table.json, feature 1"), "\(outcome.errors)")
            #expect(outcome.errors.contains("Esri JSON") && outcome.errors.contains("ogr2ogr"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: tool.path("out.csv")))
        }

        @Test(arguments: [true, false])
        func `a server says that GeoJSON is there for queries only`(isEditable: Bool) async throws {
            let process = tool.process(["serve", "mix.geojson", "-p", "0"] + (isEditable ? ["--edit"] : []))
            let errors = Pipe()
            (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
            let running = try Tool.Running(process)
            var told = ""
            for await line in Tool.lines(of: errors, through: { $0.contains("Serving on") }) { told += line }
            kill(process.processIdentifier, SIGTERM)
            #expect(await running.end() == 0)
            #expect(told.contains("mix is GeoJSON, and published for queries only"), "\(told)")
            #expect(told.contains("edits are refused") == isEditable, "\(told)")
        }
    }
#endif
