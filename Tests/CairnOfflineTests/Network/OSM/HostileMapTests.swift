import CairnCore
import CairnGeo
import Foundation
import Testing

@testable import CairnOffline

/// Maps that somebody made to be expensive, or by mistake.
@Suite(.timeLimit(.minutes(10)))
struct HostileMapTests {
    private static let street = ["highway": "residential"]

    private func withFile<Value>(_ groups: [PBFWriter.Group], _ body: (URL) async throws -> Value) async throws -> Value {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).osm.pbf")
        defer { try? FileManager.default.removeItem(at: file) }
        var writer = PBFWriter()
        for group in groups { writer.append([group]) }
        try Data(writer.bytes).write(to: file)
        return try await body(file)
    }

    private func read(_ groups: [PBFWriter.Group]) async throws -> (draft: RoadDraft, report: OSMImport.Report) {
        try await withFile(groups) { file in
            var report = OSMImport.Report()
            return (try await OSMImport.draft(of: file, &report), report)
        }
    }

    private func nodes(_ count: Int) -> [PBFWriter.Node] {
        (0..<count).map { PBFWriter.Node(id: $0 + 1, longitude: $0 * 100, latitude: $0 % 7 * 100) }
    }

    /// Ways that all meet at a bollard, which is in the file twice.
    private func star(_ count: Int) -> [PBFWriter.Group] {
        var nodes = nodes(count + 1)
        nodes[0].tags = ["barrier": "bollard"]
        let ways = (0..<count).map { PBFWriter.Way(id: $0 + 1, nodes: [1, $0 + 2], tags: Self.street) }
        return [.nodes(nodes), .nodes([nodes[0]]), .ways(ways)]
    }

    // MARK: - Junctions

    @Test(arguments: [40, 4000])
    func `a bollard costs no more than the roads that meet there`(_ count: Int) async throws {
        let (draft, report) = try await read(star(count))
        #expect(draft.blocked.count == 1 && report.barriers == 1)
        let bans = TurnBans(draft, Streets(draft, .drivingTime))
        #expect(bans.states.count == count && bans.states.reduce(0) { $0 + $1.leaving.count } == count)
        #expect(RoadGraph(draft, .drivingTime).arcs.count == 3 * count)
    }

    @Test func `where more roads meet than can is told, and where as many do is a network`() async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).network")
        defer { try? FileManager.default.removeItem(at: output) }
        func build(_ count: Int) async throws -> RoadNetworkBuilder.Report {
            try await withFile(star(count)) { try await RoadNetworkBuilder(name: "x").build(.openStreetMap($0), to: output) }
        }
        await #expect {
            try await build(RoadDraft.mostRoadsAtJunction + 1)
        } throws: {
            guard case RoadNetworkError.overcrowdedJunction(_, let place, let roads, let limit) = $0 else { return false }
            return place == Position(x: 0, y: 0) && roads == limit + 1 && "\($0)".contains("257 roads meet")
        }
        #expect(try await build(RoadDraft.mostRoadsAtJunction).edges == RoadDraft.mostRoadsAtJunction)
    }

    @Test func `equal nodes in a row are one node`() async throws {
        let ways = [
            PBFWriter.Way(id: 1, nodes: Array(repeating: 1, count: 5000) + Array(repeating: 2, count: 5000), tags: Self.street),
            PBFWriter.Way(id: 2, nodes: Array(repeating: 3, count: 5000), tags: Self.street),
        ]
        let (draft, report) = try await read([.nodes(nodes(3)), .ways(ways)])
        #expect(draft.edges.count == 1 && draft.vertices.count == 2 && report.roads == 1)
    }

    // MARK: - Turns

    private func turn(from: [Int], over node: Int, to: [Int], _ kind: String = "no_entry") -> PBFWriter.Relation {
        func members(_ ids: [Int], _ role: String) -> [PBFWriter.Member] {
            ids.map { PBFWriter.Member(kind: 1, id: $0, role: role) }
        }
        let over = [PBFWriter.Member(kind: 0, id: node, role: "via")]
        return PBFWriter.Relation(
            id: 1, members: members(from, "from") + over + members(to, "to"),
            tags: ["type": "restriction", "restriction": kind])
    }

    @Test func `several ways may be entered from one, or left into one, but not several from several`() async throws {
        let ways = (0..<20).map { PBFWriter.Way(id: $0 + 1, nodes: [1, $0 + 2], tags: Self.street) }
        func report(_ relation: PBFWriter.Relation) async throws -> OSMImport.Report {
            let (draft, report) = try await read([.nodes(nodes(21)), .ways(ways), .relations([relation])])
            #expect(draft.restrictions.count <= 19)
            return report
        }
        let all = Array(1...19)
        for relation in [turn(from: all, over: 1, to: [20]), turn(from: [20], over: 1, to: all, "no_exit")] {
            #expect(try await report(relation).restrictions == 1)
        }
        #expect(try await report(turn(from: all, over: 1, to: all)).restrictionsPassedOver == 1)
    }

    @Test func `a way that comes past a junction twice does not say which of its roads is meant`() async throws {
        let ways = [
            PBFWriter.Way(id: 1, nodes: [2, 1, 3], tags: Self.street), PBFWriter.Way(id: 2, nodes: [1, 4], tags: Self.street),
            PBFWriter.Way(id: 3, nodes: [4, 5, 1], tags: Self.street),
        ]
        let relations = [turn(from: [1], over: 1, to: [2]), turn(from: [3], over: 1, to: [2], "no_left_turn")]
        let (draft, report) = try await read([.nodes(nodes(5)), .ways(ways), .relations(relations)])
        #expect(report.restrictions == 1 && report.restrictionsPassedOver == 1)
        let turn = try #require(draft.restrictions.first)
        #expect(draft.vertices[Int(turn.over)] == RoadDraft.Place(longitude: 0, latitude: 0))
        #expect(draft.edges[Int(turn.from)].to == turn.over && draft.edges[Int(turn.to)].from == turn.over)
    }

    // MARK: - Ferries

    @Test(arguments: [
        ("motor_vehicle=no duration=00:20", 1200.0), ("motor_vehicle=no", 240), ("motor_vehicle=no maxspeed=30", 120),
        ("oneway=-1 duration=20", 1200), ("duration=20", 1200), ("duration=00:00", 240), ("duration=0.001", 240),
        ("motor_vehicle=no duration=0.3", 240), ("duration=0.4", 24),
    ])
    func `people on foot take as long as the ferry, whether it carries cars or not`(_ said: String, _ seconds: Double)
        async throws
    {
        var tags = ["route": "ferry"]
        for tag in said.split(separator: " ") {
            let parts = tag.split(separator: "=")
            tags[String(parts[0])] = String(parts[1])
        }
        // A kilometre, with a stop half way.
        let places = [0, 44_916, 89_832].enumerated().map { PBFWriter.Node(id: $0 + 1, longitude: $1, latitude: 0) }
        let ways = [
            PBFWriter.Way(id: 1, nodes: [1, 2, 3], tags: tags),
            PBFWriter.Way(id: 2, nodes: [2, 2, 1], tags: ["highway": "footway"]),
        ]
        let draft = try await read([.nodes(places), .ways(ways)]).draft
        let ferries = draft.edges.filter { $0.roadClass == .ferry }
        let weights = ferries.map { TravelKind.walkingTime.weights(of: $0) }
        #expect(
            ferries.count == 2
                && weights.allSatisfy { abs(Double($0.forward) - seconds * 500) < 100 && $0.forward == $0.backward })
        let carries = tags["motor_vehicle"] == nil
        #expect(ferries.allSatisfy { (min($0.drivingTime, $0.drivingTimeBack) < Distance.none) == carries })
    }

    @Test func `a road of a great many nodes does not keep who is cancelled`() async throws {
        let tags = RoadTags([.highway: "residential"])
        let road = try #require(OSMRoad(1, tags, nodes: 0..<2))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var assembly = OSMRoadAssembly(
                ids: [1, 2], places: [(0, 0), (1, 1)].map { RoadDraft.Place(longitude: $0, latitude: $1) })
            try assembly.append(road, nodes: [1, 2])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: - The date line

    @Test func `a road over 180 degrees is cut there, and keeps its length and its time`() async throws {
        let places = [(1_799_990_000, 0), (-1_799_970_000, 4000)].enumerated().map {
            PBFWriter.Node(id: $0 + 1, longitude: $1.0, latitude: $1.1)
        }
        let ways = [
            PBFWriter.Way(id: 1, nodes: [1, 2], tags: ["highway": "residential", "oneway": "yes", "name": "Meridian Road"])
        ]
        let draft = try await read([.nodes(places), .ways(ways)]).draft
        #expect(draft.edges.count == 3 && draft.vertices.count == 4 && draft.edges[1].length == 0)
        #expect(draft.vertices[2] == RoadDraft.Place(longitude: 1_800_000_000, latitude: 1000))
        #expect(draft.vertices[3] == RoadDraft.Place(longitude: -1_800_000_000, latitude: 1000))
        #expect(draft.edges.map { [$0.from, $0.to] } == [[0, 2], [2, 3], [3, 1]])
        let metres = RoadLength.metres(draft.vertices[0], draft.vertices[1])
        #expect(abs(metres - 447) < 1 && draft.edges.reduce(0) { $0 + $1.length } == RoadLength.millimetres(metres))
        #expect(draft.edges.reduce(0) { $0 + $1.drivingTime } == RoadLength.milliseconds(metres * 3.6 / 30))
        #expect(draft.edges.allSatisfy { $0.drivingTimeBack == Distance.none && draft.texts[Int($0.name)] == "Meridian Road" })
        #expect(
            draft.edges.allSatisfy {
                !DateLine.isCrossed(from: draft.vertices[Int($0.from)], to: draft.vertices[Int($0.to)]) || $0.length == 0
            })
    }
}
