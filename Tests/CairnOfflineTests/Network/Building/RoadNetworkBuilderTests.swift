import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct RoadNetworkBuilderTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    /// Tables of a street of many junctions. Rows of two lines, on odd ones: who counts lines comes to no round number.
    private func tables(_ count: Int) throws -> RoadNetworkBuilder.Source {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (nodes, edges) = (folder.appending(path: "nodes.csv"), folder.appending(path: "edges.csv"))
        let places = (0..<count).map { "\($0),\(Double($0) / 1e5),0,\"two\nlines\"\n" }.joined()
        let roads = (0..<count - 1).map { "\($0),\($0 + 1),1000,100\n" }.joined()
        try Data("id,lon,lat,note\n\n\(places)".utf8).write(to: nodes)
        try Data("from,to,millimetres,milliseconds\n\(roads)".utf8).write(to: edges)
        return .tables(nodes: nodes, edges: edges)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test func `who cancels while tables are read is heard, and nothing is left`() async throws {
        let source = try tables(5000)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (gate, output) = (Gate(), folder.appending(path: "town.network"))
        let told = Log<Double>()
        let building = Task {
            await gate.passUncancelled()
            return try await RoadNetworkBuilder(name: "Town").build(source, to: output) { told.append($0) }
        }
        building.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await building.value }
        #expect(try names == ["edges.csv", "nodes.csv"] && told.elements.isEmpty)
    }

    @Test(arguments: [0.1, 0.25, 0.5, 0.9])
    func `who cancels while hierarchies are made is heard, and what was there stays`(_ share: Double) async throws {
        let source = try tables(300)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "town.network")
        try Data("before".utf8).write(to: output)
        let building = Task {
            try await RoadNetworkBuilder(name: "Town").build(source, to: output) { done in
                if done >= share { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await building.value }
        #expect(try names == ["edges.csv", "nodes.csv", "town.network"])
        #expect(try String(contentsOf: output, encoding: .utf8) == "before")
        #expect(try await RoadNetworkBuilder(name: "Town").build(source, to: output).edges == 299)
        #expect(try NetworkImage(output).kinds == TravelKind.allCases)
    }

    @Test func `each build writes into a file of its own, and removes what one that died left`() async throws {
        let source = try tables(300)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "town.network")
        try Data().write(to: URL(filePath: output.path + ".1.1.tmp"))
        let halves = Log<[String]>()
        for _ in 0..<2 {
            _ = try await RoadNetworkBuilder(name: "Town").build(source, to: output) { [folder] share in
                guard share == 0.2 else { return }
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                halves.append(names.filter { $0.hasPrefix("town.network.") })
            }
        }
        #expect(halves.elements.map(\.count) == [1, 1] && Set(halves.elements).count == 2)
        #expect(try names == ["edges.csv", "nodes.csv", "town.network"])
    }

    @Test func `how far it is never becomes less`() async throws {
        let source = try tables(300)
        defer { try? FileManager.default.removeItem(at: folder) }
        let told = Log<Double>()
        _ = try await RoadNetworkBuilder(name: "Town").build(source, to: folder.appending(path: "a.network")) { told.append($0) }
        #expect(told.elements == told.elements.sorted() && told.elements.last == 1)
    }
}
