import CairnCore
import CairnGeo
import Foundation
import Testing

@testable import CairnOffline

/// Files that are not what was written: damaged ones, and such as somebody has made up with care.
@Suite(.timeLimit(.minutes(10)))
struct NetworkImageTests {
    private static let isLong = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] != nil
    private let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).network")

    /// Everything that can be asked of a network of few roads.
    private func ask(_ url: URL, _ random: inout FixedRandom) throws {
        let image = try NetworkImage(url)
        for kind in TravelKind.allCases {
            let network = try image.network(kind)
            for _ in 0..<20 {
                let ends = (0..<2).map { _ in
                    EdgePoint(edge: UInt32.random(in: 0...30, using: &random), share: [0, 0.3, 1].randomElement(using: &random)!)
                }
                _ = try network.way(from: ends[0], to: ends[1])
                try askAround(ends, network)
            }
            guard network.junctionCount > 0 else { continue }
            let junctions = (0..<3).map { _ in UInt32.random(in: 0..<UInt32(min(100, network.junctionCount)), using: &random) }
            _ = network.costs(from: junctions, to: junctions)
            for junction in junctions {
                _ = network.countStates(within: 5000, of: junction)
                _ = try network.roads(from: junction, to: junctions[0])
                _ = try image.roads.roads(at: junction)
            }
        }
        for _ in 0..<5 {
            let place = Position(
                x: Double.random(in: -0.001...0.001, using: &random), y: Double.random(in: -0.001...0.001, using: &random))
            if let match = try image.finder.nearest(to: place, within: 500, { _ in true }) {
                let edge = try image.roads.edge(match.point.edge)
                _ = (try image.roads.line(of: edge), try image.roads.text(edge.name))
            }
        }
    }

    /// Ways around what is closed, tables and what is reached.
    private func askAround(_ ends: [EdgePoint], _ network: TravelNetwork) throws {
        var obstacles = RoadObstacles()
        obstacles.add(RoadObstacles.Stretch(from: 0.4, to: 0.5, effect: .closed), on: ends[0].edge)
        obstacles.add(RoadObstacles.Stretch(from: 0.4, to: 0.5, effect: .added(cost: 9, time: 9)), on: ends[1].edge)
        let terminals = ends.map { Terminal($0) }
        for obstacles in [RoadObstacles(), obstacles] {
            _ = try network.way(from: ends[0], to: ends[1], around: obstacles)
            try network.forEachCostRow(from: terminals, to: terminals, around: obstacles) { _, _ in }
            for isToward in [false, true] {
                let parts = try network.reachedParts(of: terminals[0], isToward: isToward, within: 3000, around: obstacles)
                var lines = RoadLines(network.roads)
                try lines.forEach(in: EdgeCoverage(parts, edgeCount: network.roads.edgeCount)) { _ in }
            }
        }
    }

    private func expectToldOrRead(_ bytes: [UInt8], _ random: inout FixedRandom) throws {
        try Data(bytes).write(to: url)
        do { try ask(url, &random) } catch is BlockDamage {} catch let error as RoadNetworkError {
            #expect(error.description.contains(url.path))
        }
    }

    @Test func `a file that is damaged anywhere is told, or read, and ends nobody`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        var random = FixedRandom(seed: 31)
        for _ in 0..<(Self.isLong ? 10_000 : 200) {
            let built = try BuiltNetwork(RoadModel.random(&random))
            var bytes = [UInt8](try Data(contentsOf: built.url))
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Int.random(in: 0...4, using: &random) == 0 {
                    bytes = Array(bytes[..<place])
                    if bytes.isEmpty { break }
                } else {
                    bytes[place] ^= UInt8.random(in: 1...255, using: &random)
                }
            }
            try expectToldOrRead(bytes, &random)
        }
    }

    @Test func `a file whose numbers lead anywhere, under checksums that fit, ends nobody`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        var random = FixedRandom(seed: 32)
        let travel = TravelKind.allCases.flatMap { kind in NetworkFormat.TravelSection.allCases.map { $0.number(kind) } }
        for _ in 0..<(Self.isLong ? 20_000 : 400) {
            let built = try BuiltNetwork(RoadModel.random(&random))
            let image = try BlockImage(try MappedFile(built.url.path), NetworkFormat.kind)
            let victim = (Array(UInt32(1)...10) + travel).randomElement(using: &random)!
            var assembly = BlockAssembly(try FileDescriptor(url.path, O_RDWR | O_CREAT | O_TRUNC), NetworkFormat.kind)
            for section in Array(UInt32(1)...10) + travel {
                var bytes = [UInt8](try image[section].all())
                if section == victim { forge(&bytes, &random) }
                try bytes.withUnsafeBytes { try assembly.append(section, $0) }
            }
            try assembly.finish()
            do { try ask(url, &random) } catch is BlockDamage {} catch is RoadNetworkError {}
        }
    }

    private func forge(_ bytes: inout [UInt8], _ random: inout FixedRandom) {
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 0...max(0, bytes.count), using: &random)))
        case 1: bytes += (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        default:
            guard bytes.count >= 4 else { return }
            let place = Int.random(in: 0...(bytes.count / 4 - 1), using: &random) * 4
            let numbers: [UInt32] = [
                0, 1, 2, 5, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF, UInt32.random(in: 0...40, using: &random),
            ]
            withUnsafeBytes(of: numbers.randomElement(using: &random)!.littleEndian) {
                bytes.replaceSubrange(place..<place + 4, with: $0)
            }
        }
    }

    @Test func `files of others are told what they are not`() throws {
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(throws: RoadNetworkError.notFound(path: url.path)) { try NetworkImage(url) }
        try Data("id,lon,lat".utf8).write(to: url)
        #expect(throws: RoadNetworkError.notANetwork(path: url.path)) { try NetworkImage(url) }
        let locator = try BuiltLocator("house_number,street,city,lon,lat\n1,Main St,Town,1,2")
        #expect(throws: RoadNetworkError.notANetwork(path: locator.url.path)) { try NetworkImage(locator.url) }
    }

    @Test func `what a road has comes back`() throws {
        var draft = RoadDraft()
        draft.vertices = [
            RoadDraft.Place(longitude: 10, latitude: -20), RoadDraft.Place(longitude: 1_800_000_000, latitude: 900_000_000),
        ]
        draft.shape = [RoadDraft.Place(longitude: 5, latitude: 6), RoadDraft.Place(longitude: 7, latitude: 8)]
        draft.edges = [
            RoadDraft.Edge(
                from: 0, to: 1, roadClass: .ferry, isRoundabout: true, length: 1234, drivingTime: 77, isForWalking: true,
                name: draft.number(of: "Rua das Flores"), reference: draft.number(of: "N 1"), shape: 0..<2)
        ]
        let roads = try BuiltNetwork(draft).image.roads
        let edge = try roads.edge(0)
        #expect(edge.from == 0 && edge.to == 1 && edge.roadClass == .ferry && edge.isRoundabout && edge.isForWalking)
        #expect(edge.length == 1234 && edge.drivingTime == 77 && edge.drivingTimeBack == Distance.none)
        #expect(try roads.text(edge.name) == "Rua das Flores" && roads.text(edge.reference) == "N 1" && roads.text(0).isEmpty)
        #expect(try roads.line(of: edge) == [draft.vertices[0], draft.shape[0], draft.shape[1], draft.vertices[1]])
        #expect(try roads.roads(at: 0) == [0] && roads.roads(at: 1) == [1])
        #expect(throws: BlockDamage.self) { try roads.edge(1) }
    }

    @Test func `how long a ferry without cars takes comes back, and opens it to no car`() throws {
        var draft = RoadDraft()
        draft.vertices = [RoadDraft.Place(longitude: 0, latitude: 0), RoadDraft.Place(longitude: 90_000, latitude: 0)]
        draft.edges = [
            RoadDraft.Edge(from: 0, to: 1, roadClass: .ferry, length: 1_000_000, isForWalking: true, ferryTime: 60_000),
            RoadDraft.Edge(from: 0, to: 1, roadClass: .ferry, length: 1_000_000, drivingTimeBack: 50_000, isForWalking: true),
        ]
        let built = try BuiltNetwork(draft)
        for (number, time) in [(UInt32(0), UInt32(60_000)), (1, 50_000)] {
            let edge = try built.image.roads.edge(number)
            #expect(
                edge.drivingTime == Distance.none && TravelKind.walkingTime.weights(of: draft.edges[Int(number)]) == (time, time))
            #expect(TravelKind.walkingTime.milliseconds(of: edge, isBackward: true) == time)
            #expect(TravelKind.drivingTime.isOpen(edge) == (number == 1) && TravelKind.walkingTime.isOpen(edge))
        }
        #expect(try built.image.network(.walkingTime).probe(from: 0, to: 1).cost == 50_000)
        #expect(try built.image.network(.drivingTime).probe(from: 0, to: 1).cost == nil)
    }
}
