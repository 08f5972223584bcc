import CairnGeo
import Foundation
import Testing

@testable import CairnOffline

struct RoadTableImportTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    private static let header = "from,to,millimetres,milliseconds,oneway,class,name,via_lon_lat\n"

    private func read(_ edges: String, nodes: String = "id,lon,lat\n5,1.5,41\n7,1.6,41.25\n") throws -> RoadDraft {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [("nodes.csv", nodes), ("edges.csv", edges)].map { (folder.appending(path: $0.0), $0.1) }
        for (file, text) in files { try Data(text.utf8).write(to: file) }
        return try RoadTableImport.draft(nodes: files[0].0, edges: files[1].0)
    }

    @Test func `columns are found by their names, and rows say what they are`() throws {
        let draft = try read(
            "name,milliseconds,to,from,millimetres,ONEWAY,class,via_lon_lat\n\"A, B\",900,7,5,1000,-1,primary,1.55 41.1;1.56 41.2\n,1,5,7,2,,footway,\n"
        )
        #expect(draft.vertices.map(\.longitude) == [15_000_000, 16_000_000])
        let (first, second) = (draft.edges[0], draft.edges[1])
        #expect(first.from == 0 && first.to == 1 && first.roadClass == .primary && draft.texts[Int(first.name)] == "A, B")
        #expect(first.drivingTime == Distance.none && first.drivingTimeBack == 900 && first.isForWalking && first.length == 1000)
        #expect(draft.shape[first.shape].map(\.latitude) == [411_000_000, 412_000_000])
        #expect(
            second.drivingTime == Distance.none && second.drivingTimeBack == Distance.none && second.isForWalking
                && second.shape.isEmpty)
    }

    @Test(arguments: [
        ("5,7,-1,1,0,primary,,", "millimetres is -1"), ("5,7,1,-3,0,primary,,", "milliseconds is -3"),
        ("5,7,nan,1,0,primary,,", "\"nan\""),
        ("5,7,1,99999999999,0,primary,,", "no road is that long"), ("5,8,1,1,0,primary,,", "no place 8"),
        ("x,7,1,1,0,primary,,", "from is \"x\""),
        ("5,7,1,1,2,primary,,", "oneway is \"2\""), ("5,7,1,1,0,primary,,1.5", "via_lon_lat"),
        ("5,7,1,1,0,primary,,1.5 941", "exchanged"),
        ("5,7,1,1,0,primary,,nan 41", "no number"), ("5,7", "\"\""), ("5,7,1,1e3,0,primary,,", "\"1e3\""),
        ("5,7,9223372036854775808,1,0,,,", "millimetres"), ("5,7,1,1,0,proposed,,", "class is \"proposed\""),
        ("5,7,1,1,0,Primary,,", "not one of motorway, motorway_link"),
    ])
    func `a row that is no road ends the work, and is named`(_ row: String, _ words: String) throws {
        #expect {
            try read(Self.header + "5,7,1,1,0,primary,,\n" + row + "\n")
        } throws: {
            guard case RoadNetworkError.unusableTable(let error) = $0 else { return false }
            return error.line == 3 && error.file.hasSuffix("edges.csv") && "\($0)".contains(words)
        }
    }

    @Test func `every class that is told of is read, and who says nothing means a road`() throws {
        let names = RoadClass.allCases.map(\.name) + [""]
        let draft = try read(Self.header + names.map { "5,7,1,1,0,\($0),,\n" }.joined())
        #expect(draft.edges.map(\.roadClass) == RoadClass.allCases + [.road])
    }

    @Test func `a road over 180 degrees is cut where its line crosses`() throws {
        let draft = try read(
            Self.header + "5,7,3000,900,0,,,179.9998 0;-179.9999 0\n", nodes: "id,lon,lat\n5,179.9997,0\n7,-179.9997,0\n")
        #expect(draft.edges.map(\.length) == [1500, 0, 1500] && draft.edges.map(\.drivingTime) == [450, 0, 450])
        #expect(draft.edges.map { $0.shape.count } == [1, 0, 1])
        #expect(draft.vertices.dropFirst(2).map(\.longitude) == [1_800_000_000, -1_800_000_000])
    }

    @Test(arguments: [
        ("id,lon,lat\n5,1.5,41\n5,1.6,41\n", "already"), ("id,lon,lat\n5,41,181.5\n7,1,1\n", "exchanged"),
        ("id,lon\n5,1\n", "no column lat"),
        ("id,lon,lat\n5,inf,1\n", "no number"), ("", "empty"),
    ])
    func `a place that is none is named`(_ nodes: String, _ words: String) throws {
        #expect { try read(Self.header, nodes: nodes) } throws: { "\($0)".contains(words) && "\($0)".contains("nodes.csv") }
    }

    @Test func `tables without roads are told`() throws {
        #expect { try read(Self.header) } throws: { if case RoadNetworkError.empty = $0 { true } else { false } }
        #expect { try read("from,to\n") } throws: { "\($0)".contains("no column millimetres; the columns are from, to") }
    }

    @Test func `roads that lead nowhere, and to where they begin, are roads`() async throws {
        let draft = try read(Self.header + "5,5,70,10,0,residential,,1.51 41;1.51 41.01\n5,7,0,0,0,residential,,\n")
        let network = try BuiltNetwork(draft).image.network(.drivingTime)
        #expect(try network.way(from: EdgePoint(edge: 0, share: 0.2), to: EdgePoint(edge: 0, share: 0.9))?.cost == 3)
        #expect(try network.way(from: EdgePoint(edge: 0, share: 0.5), to: EdgePoint(edge: 1, share: 1))?.cost == 5)
    }
}
