import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct OSMImportTests {
    private static let isLong = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] != nil

    /// What a test draws: streets over a few nodes, with what else a file has between.
    private struct Map {
        var nodes: [PBFWriter.Node] = []
        var ways: [PBFWriter.Way] = []
        var relations: [PBFWriter.Relation] = []
    }

    private func read(_ bytes: [UInt8]) async throws -> (draft: RoadDraft, report: OSMImport.Report) {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).osm.pbf")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        var report = OSMImport.Report()
        return (try await OSMImport.draft(of: file, &report), report)
    }

    /// A file of a map, in blocks of chance.
    private func file(_ map: Map, _ random: inout FixedRandom) -> [UInt8] {
        var groups: [PBFWriter.Group] = []
        let nodes = map.nodes.shuffled(using: &random)
        let half = Int.random(in: 0...nodes.count, using: &random)
        groups.append(.denseNodes(nodes[..<half].sorted { $0.id < $1.id }))
        groups.append(.nodes(Array(nodes[half...])))
        groups.append(.ways(map.ways))
        groups.append(.relations(map.relations))
        groups.shuffle(using: &random)
        var writer = PBFWriter()
        writer.granularity = [100, 10, 1].randomElement(using: &random)!
        writer.append("Other", [1, 2, 3])
        while !groups.isEmpty {
            let count = Int.random(in: 1...groups.count, using: &random)
            writer.append(Array(groups.prefix(count)))
            groups.removeFirst(count)
        }
        return writer.bytes
    }

    private func randomMap(_ random: inout FixedRandom) -> Map {
        var map = Map()
        let count = Int.random(in: 2...25, using: &random)
        for id in 1...count {
            let tags = Int.random(in: 0...9, using: &random) == 0 ? ["barrier": "bollard"] : [:]
            map.nodes.append(
                PBFWriter.Node(
                    id: id * 7, longitude: Int.random(in: -80_000...80_000, using: &random),
                    latitude: Int.random(in: 410_000_000...410_080_000, using: &random), tags: tags))
        }
        let kinds: [[String: String]] = [
            ["highway": "residential", "name": "A"], ["highway": "primary", "oneway": "yes"],
            ["highway": "motorway", "ref": "M 1"],
            ["highway": "footway"], ["highway": "service", "access": "private"], ["building": "yes"],
            ["highway": "secondary", "maxspeed": "30 mph", "oneway": "-1"], ["highway": "tertiary", "junction": "roundabout"],
        ]
        for id in 1...Int.random(in: 1...12, using: &random) {
            let nodes = (0..<Int.random(in: 1...8, using: &random)).map { _ in Int.random(in: 1...count + 2, using: &random) * 7 }
            map.ways.append(PBFWriter.Way(id: id, nodes: nodes, tags: kinds.randomElement(using: &random)!))
        }
        return map
    }

    // MARK: - The model

    /// A road between two vertices: what it is, and its line.
    private struct Road: Hashable, Comparable {
        let words: String
        static func < (left: Road, right: Road) -> Bool { left.words < right.words }
    }

    /// Each way cut at its ends, at nodes that are used twice, and at bollards; and where nodes are missing.
    private func roads(_ map: Map) -> [Road] {
        let nodes = Dictionary(uniqueKeysWithValues: map.nodes.map { ($0.id, $0) })
        let ways = map.ways.map { way in
            var way = way
            way.nodes = way.nodes.indices.filter { $0 == 0 || way.nodes[$0 - 1] != way.nodes[$0] }.map { way.nodes[$0] }
            return way
        }
        let roads = ways.filter { kind($0) != nil && $0.nodes.count > 1 }
        var uses: [Int: Int] = [:]
        for way in roads {
            for node in way.nodes { uses[node, default: 0] += 1 }
            uses[way.nodes.first!, default: 0] += 2
            uses[way.nodes.last!, default: 0] += 2
        }
        for node in map.nodes where node.tags["barrier"] != nil { uses[node.id, default: 0] += 2 }
        var found: [Road] = []
        for way in roads {
            for run in way.nodes.split(whereSeparator: { nodes[$0] == nil }) {
                var part: [Int] = []
                for node in run {
                    part.append(node)
                    if part.count > 1, uses[node]! > 1 {
                        found.append(road(way, part.map { nodes[$0]! }))
                        part = [node]
                    }
                }
            }
        }
        return found.sorted()
    }

    private func kind(_ way: PBFWriter.Way) -> (roadClass: String, ahead: Double, back: Double, isForWalking: Bool)? {
        switch (way.tags["highway"], way.tags["access"]) {
        case ("residential", _): ("residential", 30, 30, true)
        case ("primary", _): ("primary", 70, 0, true)
        case ("motorway", _): ("motorway", 110, 0, false)
        case ("footway", _): ("footway", 0, 0, true)
        case ("secondary", _): ("secondary", 0, 30 * 1.609344, true)
        case ("tertiary", _): ("tertiary", 50, 0, true)
        default: nil
        }
    }

    private func road(_ way: PBFWriter.Way, _ line: [PBFWriter.Node]) -> Road {
        let kind = kind(way)!
        let places = line.map { RoadDraft.Place(longitude: Int32($0.longitude), latitude: Int32($0.latitude)) }
        let metres = RoadLength.metres(along: places)
        func time(_ speed: Double) -> UInt32 { speed == 0 ? Distance.none : RoadLength.milliseconds(metres / (speed / 3.6)) }
        return Road(
            words: words(
                places, kind.roadClass, RoadLength.millimetres(metres), time(kind.ahead), time(kind.back), kind.isForWalking,
                way.tags["junction"] != nil, way.tags["name"] ?? "", way.tags["ref"] ?? ""))
    }

    private func words(
        _ places: [RoadDraft.Place], _ name: String, _ length: UInt32, _ ahead: UInt32, _ back: UInt32, _ isForWalking: Bool,
        _ isRoundabout: Bool, _ street: String, _ reference: String
    ) -> String {
        places.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ";")
            + " \(name) \(length) \(ahead) \(back) \(isForWalking) \(isRoundabout) \(street) \(reference)"
    }

    private func roads(_ draft: RoadDraft) -> [Road] {
        draft.edges.map { edge in
            let places = [draft.vertices[Int(edge.from)]] + draft.shape[edge.shape] + [draft.vertices[Int(edge.to)]]
            return Road(
                words: words(
                    places, edge.roadClass.name, edge.length, edge.drivingTime, edge.drivingTimeBack, edge.isForWalking,
                    edge.isRoundabout,
                    draft.texts[Int(edge.name)], draft.texts[Int(edge.reference)]))
        }.sorted()
    }

    // MARK: - Tests

    @Test func `roads are cut where they meet, however a file is ordered`() async throws {
        var random = FixedRandom(seed: 21)
        for round in 0..<(Self.isLong ? 3000 : 150) {
            let map = randomMap(&random)
            let (draft, report) = try await read(file(map, &random))
            #expect(roads(draft) == roads(map), "round \(round)")
            #expect(Set(draft.vertices).count == draft.vertices.count)
            #expect(report.restrictions == 0)
        }
    }

    /// A crossing of four streets, 1 to 4, at node 9; 5 goes on from 4, and 6 begins and ends at 9.
    private func crossing(_ relations: [PBFWriter.Relation]) -> [UInt8] {
        var writer = PBFWriter()
        let places = [9: (0, 0), 1: (-100, 0), 2: (0, 100), 3: (100, 0), 4: (0, -100), 5: (0, -200), 6: (50, 50), 7: (50, 20)]
        writer.append([.nodes(places.map { PBFWriter.Node(id: $0.key, longitude: $0.value.0 * 100, latitude: $0.value.1 * 100) })]
        )
        writer.append([.relations(relations)])
        let street = ["highway": "residential"]
        writer.append([
            .ways(
                (1...4).map { PBFWriter.Way(id: $0, nodes: [$0, 9], tags: street) } + [
                    PBFWriter.Way(id: 5, nodes: [4, 5], tags: street), PBFWriter.Way(id: 6, nodes: [9, 6, 7, 9], tags: street),
                ])
        ])
        return writer.bytes
    }

    private func turn(_ kind: String, from: Int = 1, to: Int = 2, via: [(Int, Int)] = [(0, 9)], _ more: [String: String] = [:])
        -> PBFWriter.Relation
    {
        PBFWriter.Relation(
            id: 100,
            members: [PBFWriter.Member(kind: 1, id: from, role: "from")]
                + via.map { PBFWriter.Member(kind: $0.0, id: $0.1, role: "via") }
                + [PBFWriter.Member(kind: 1, id: to, role: "to")],
            tags: ["type": "restriction", "restriction": kind].merging(more) { $1 })
    }

    @Test func `turns that are forbidden to cars are taken over, and the others are counted`() async throws {
        let cases: [(PBFWriter.Relation, taken: Int, overWays: Int, passedOver: Int)] = [
            (turn("no_left_turn"), 1, 0, 0), (turn("only_straight_on"), 1, 0, 0), (turn("no_u_turn", to: 1), 1, 0, 0),
            (turn("no_left_turn", via: [(1, 4)]), 0, 1, 0), (turn("no_left_turn", ["except": "bus; motorcar"]), 0, 0, 1),
            (turn("no_left_turn", ["except": "psv"]), 1, 0, 0), (turn("give_way"), 0, 0, 1),
            (turn("no_left_turn", from: 77), 0, 0, 1),
            (turn("no_left_turn", via: []), 0, 0, 1), (turn("no_left_turn", to: 5), 0, 0, 1),
            (turn("no_left_turn", from: 6), 0, 0, 1), (turn("no_left_turn", to: 6), 0, 0, 1),
            (turn("no_left_turn", ["hour_on": "07:00", "hour_off": "09:00"]), 0, 0, 1),
            (turn("no_left_turn", ["day_on": "Monday"]), 0, 0, 1), (turn("no_right_turn_on_red"), 0, 0, 1),
        ]
        for (relation, taken, overWays, passedOver) in cases {
            let (draft, report) = try await read(crossing([relation]))
            #expect(report.restrictions == taken && draft.restrictions.count == taken, "\(relation)")
            #expect(report.restrictionsOverWays == overWays && report.restrictionsPassedOver == passedOver, "\(relation)")
            guard let restriction = draft.restrictions.first else { continue }
            #expect(draft.vertices[Int(restriction.over)] == RoadDraft.Place(longitude: 0, latitude: 0))
            #expect(restriction.isOnly == relation.tags["restriction"]?.hasPrefix("only"))
        }
    }

    @Test func `a list of who may use a road is open if somebody of it is anybody`() {
        let cases = [
            ("agricultural;forestry", false), ("forestry; agricultural", false), ("no", false), ("private;customers", true),
            ("official", false), ("destination", true), ("employees", false), ("", false),
        ]
        for (access, isOpen) in cases {
            #expect(RoadTags([.highway: "track", .motorVehicle: access]).allowsCars(.residential) == isOpen, "\(access)")
            #expect(RoadTags([.access: access]).allowsWalking(.residential) == isOpen, "\(access)")
        }
        #expect(RoadTags([.motorcar: "yes", .access: "no"]).allowsCars(.residential))
    }

    @Test func `a file that is damaged anywhere is told, or read, and ends nobody`() async throws {
        var random = FixedRandom(seed: 22)
        for _ in 0..<(Self.isLong ? 10_000 : 300) {
            var bytes = file(randomMap(&random), &random)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Nothing is left of what was cut at its beginning.
                if bytes.isEmpty { break }
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
                default: bytes = Array(bytes[..<max(1, place)])
                }
            }
            do {
                let draft = try await read(bytes).draft
                let vertices = draft.vertices.count
                #expect(
                    draft.edges.allSatisfy {
                        Int($0.from) < vertices && Int($0.to) < vertices && $0.shape.upperBound <= draft.shape.count
                    })
            } catch let error as OSMFileError {
                #expect(error.description.contains(".osm.pbf"))
            }
        }
    }

    @Test func `files that want what is not known here, and those that are none, are refused`() async throws {
        await #expect { try await read(PBFWriter(features: ["HistoricalInformation"]).bytes) } throws: {
            if case OSMFileError.unsupported(_, "HistoricalInformation") = $0 { true } else { false }
        }
        for text in ["", "<osm version='0.6'/>", "PK\u{3}\u{4}"] {
            await #expect { try await read(Array(text.utf8)) } throws: {
                if case OSMFileError.notPBF = $0 { true } else { false }
            }
        }
    }

    @Test(arguments: ["porto", "columbus", "baltimore", "autauga-liechtenstein"])
    func `extracts of others are read whole`(_ name: String) async throws {
        guard RealData.has("roads/\(name).osm.pbf") else { return }
        var report = OSMImport.Report()
        let draft = try await OSMImport.draft(of: RealData.folder.appending(path: "roads/\(name).osm.pbf"), &report)
        #expect(draft.edges.count > 100 && report.roads > 100)
        let used = Set(draft.edges.flatMap { [$0.from, $0.to] })
        #expect(used.count == draft.vertices.count, "no place is without a road")
    }
}
