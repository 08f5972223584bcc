#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    struct BuildNetworkCommandTests {
        private let tool: Tool

        init() throws {
            tool = try Tool()
            try tool.write("nodes.csv", "id,lon,lat\n1,0,0\n2,0.01,0\n3,0.01,0.01\n")
            try tool.write(
                "edges.csv",
                "from,to,millimetres,milliseconds,oneway,class\n1,2,1113000,80000,0,residential\n2,3,1105000,90000,1,primary\n")
        }

        @Test func `a network is built of tables, and what it has is told`() async throws {
            let built = try await tool.run("build-network", "nodes.csv", "edges.csv", "-o", "a.network")
            #expect(built.code == 0 && built.output.contains("2 roads between 3 junctions, 0 turn restrictions → "))
            let told = try await tool.run(
                "build-network", "nodes.csv", "edges.csv", "-o", "a.network", "--travel", "driving-time", "--json")
            let summary = try JSONValue(parsing: told.output.split(separator: "\n").last?.utf8 ?? "".utf8[...])
            #expect(summary["roads"]?.int == 2 && summary["junctions"]?.int == 3)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).allSatisfy { !$0.hasSuffix(".tmp") })
        }

        @Test(arguments: [
            (["nodes.csv", "-o", "x"], Int32(2), "a table of nodes and one of edges"), ([], 2, "-o FILE is missing"),
            (["nodes.csv", "edges.csv", "-o", "x", "--travel", "flying"], 2, "flying"),
            (["nodes.csv", "edges.csv", "-o", "edges.csv"], 2, "edges.csv"),
            (["edges.csv", "nodes.csv", "-o", "x"], 1, "no column id"),
            (["none.osm.pbf", "-o", "x"], 1, "none.osm.pbf"),
        ])
        func `what cannot be built is told, and leaves nothing`(_ arguments: [String], _ code: Int32, _ words: String)
            async throws
        {
            let outcome = try await tool.run(["build-network"] + arguments)
            #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted() == ["edges.csv", "nodes.csv"])
        }
    }
#endif
