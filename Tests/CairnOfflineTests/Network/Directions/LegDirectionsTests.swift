import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct LegDirectionsTests {
    private func steps(_ way: TravelNetwork.Way, _ roads: RoadTable, _ kind: TravelKind) throws -> [RouteStep] {
        try way.roads.enumerated().map { index, road in
            try RouteStep(
                road, from: index == 0 ? way.start : 0, to: index == way.roads.count - 1 ? way.end : 1, in: roads, by: kind)
        }
    }

    /// A town of named streets: ids of nodes and where they are, in hundred metres; streets from node to node.
    private struct Town {
        var draft = RoadDraft()
        private var numbers: [String: UInt32] = [:]

        mutating func node(_ name: String, _ east: Double, _ north: Double) {
            numbers[name] = UInt32(draft.vertices.count)
            draft.vertices.append(
                RoadDraft.Place(longitude: Int32(rounding: east * 8983.15)!, latitude: Int32(rounding: north * 9043.69)!))
        }

        mutating func street(
            _ from: String, _ to: String, _ name: String, _ roadClass: RoadClass = .residential, oneWay: Bool = false,
            isRoundabout: Bool = false
        ) {
            let (start, end) = (numbers[from]!, numbers[to]!)
            let metres = RoadLength.metres(draft.vertices[Int(start)], draft.vertices[Int(end)])
            draft.edges.append(
                RoadDraft.Edge(
                    from: start, to: end, roadClass: roadClass, isRoundabout: isRoundabout,
                    length: RoadLength.millimetres(metres),
                    drivingTime: RoadLength.milliseconds(metres / 10),
                    drivingTimeBack: oneWay ? Distance.none : RoadLength.milliseconds(metres / 10),
                    isForWalking: true, name: draft.number(of: name)))
        }

        func directions(from: Int, _ start: Double = 0, to: Int, _ end: Double = 1) throws -> [DirectionManeuver] {
            let network = try BuiltNetwork(draft).image.network(.drivingTime)
            let way = try #require(
                try network.way(from: EdgePoint(edge: UInt32(from), share: start), to: EdgePoint(edge: UInt32(to), share: end)))
            let steps = try LegDirectionsTests().steps(way, network.roads, .drivingTime)
            return try LegDirections(steps, in: network, EnglishDirections()).maneuvers()
        }
    }

    /// Main Street from south to north over a crossing, with West Street and East Street beside it.
    private var crossing: Town {
        var town = Town()
        for (name, east, north) in [("s", 0.0, -1.0), ("c", 0, 0), ("n", 0, 1), ("w", -1, 0), ("e", 1, 0)] {
            town.node(name, east, north)
        }
        town.street("s", "c", "Main Street")
        town.street("c", "n", "Main Street")
        town.street("w", "c", "West Street")
        town.street("c", "e", "East Street")
        return town
    }

    @Test func `who turns is told, and who goes straight on in the same street is not`() throws {
        #expect(try crossing.directions(from: 0, to: 1).map(\.text) == ["Go north on Main Street"])
        #expect(
            try crossing.directions(from: 0, to: 2, 0).map(\.text) == ["Go north on Main Street", "Turn left onto West Street"])
        #expect(try crossing.directions(from: 0, to: 3).map(\.kind) == [.straight, .turnRight])
        #expect(try crossing.directions(from: 2, to: 3).map(\.text) == ["Go east on West Street", "Continue onto East Street"])
    }

    /// A street that leads east, over a road of no length, to streets north and east of it.
    @Test func `a turn over a road of no length is told`() throws {
        var town = Town()
        for (name, east, north) in [("a", 0.0, 0.0), ("b", 1, 0), ("c", 1, 0), ("n", 1, 1), ("e", 2, 0)] {
            town.node(name, east, north)
        }
        town.street("a", "b", "First Street")
        town.street("b", "c", "Bridge")
        town.street("c", "n", "First Street")
        town.street("c", "e", "Other Street")
        #expect(
            try town.directions(from: 0, to: 2).map(\.text) == ["Go east on First Street", "Turn left onto First Street"])
        #expect(
            try town.directions(from: 0, to: 3).map(\.text) == ["Go east on First Street", "Continue onto Other Street"])
        #expect(try town.directions(from: 1, to: 2).map(\.text) == ["Go north on First Street"])
    }

    @Test func `a bend without a choice is not told, but another name is`() throws {
        var town = Town()
        for (name, east, north) in [("a", 0.0, 0.0), ("b", 1, 0), ("c", 1, 1), ("d", 1, 2)] { town.node(name, east, north) }
        town.street("a", "b", "Bend Street")
        town.street("b", "c", "Bend Street")
        town.street("c", "d", "Other Street")
        #expect(try town.directions(from: 0, to: 2).map(\.text) == ["Go east on Bend Street", "Continue onto Other Street"])
    }

    /// A ring of four exits, one-way against the clock, as where one drives on the right.
    @Test(arguments: [(1, "1st", "East Street"), (2, "2nd", "North Street"), (3, "3rd", "West Street")])
    func `the exits of a roundabout are counted`(_ exit: Int, _ words: String, _ street: String) throws {
        var town = Town()
        let corners = [("s", 0.0, -0.3), ("e", 0.3, 0), ("n", 0, 0.3), ("w", -0.3, 0)]
        for (name, east, north) in corners { town.node(name, east, north) }
        for (name, east, north) in corners { town.node(name + "2", east * 5, north * 5) }
        for (corner, street) in zip(corners, ["South Street", "East Street", "North Street", "West Street"]) {
            town.street(corner.0 + "2", corner.0, street)
        }
        for (from, to) in zip(corners, corners[1...] + [corners[0]]) {
            town.street(from.0, to.0, "", oneWay: true, isRoundabout: true)
        }
        let maneuvers = try town.directions(from: 0, to: exit, 0)
        #expect(
            maneuvers.map(\.text) == ["Go north on South Street", "At the roundabout, take the \(words) exit onto \(street)"])
        #expect(maneuvers[1].kind == .roundabout && maneuvers[1].lengthInMeters > 100)
    }

    @Test func `ramps, motorways and ferries have words of their own`() throws {
        var town = Town()
        for (index, name) in ["a", "b", "c", "d", "e", "f", "g"].enumerated() { town.node(name, Double(index), 0) }
        town.node("x", 1, -1)
        town.node("y", 3, -1)
        town.street("a", "b", "First Street", .primary)
        town.street("b", "c", "", .motorwayLink, oneWay: true)
        town.street("c", "d", "Great Road", .motorway, oneWay: true)
        town.street("d", "e", "", .motorwayLink, oneWay: true)
        town.street("e", "f", "Port Street")
        town.street("f", "g", "Island Line", .ferry)
        town.street("b", "x", "First Street", .primary)
        town.street("d", "y", "Great Road", .motorway, oneWay: true)
        let kinds = try town.directions(from: 0, to: 5).map(\.kind)
        #expect(kinds == [.straight, .rampLeft, .highwayMerge, .highwayExit, .straight, .ferry])
    }

    // MARK: - What a driver would expect

    @Test(arguments: ["autauga", "porto"])
    func `lengths and times add up, turns agree with their angles, and streets are on the way`(_ name: String) async throws {
        guard RealData.has("roads/\(name)") else { return }
        let isLong = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] != nil
        let folder = RealData.folder.appending(path: "roads/\(name)")
        var builder = RoadNetworkBuilder(name: name)
        builder.kinds = [.drivingTime]
        let tables = RoadNetworkBuilder.Source.tables(
            nodes: folder.appending(path: "nodes.csv"), edges: folder.appending(path: "edges.csv"))
        if name == "porto", !isLong { return }
        let network = try await BuiltNetwork(tables, builder).image.network(.drivingTime)
        var random = FixedRandom(seed: 41)
        var found = 0
        while found < (isLong ? 1000 : 60) {
            let ends = (0..<2).map { _ in
                EdgePoint(
                    edge: UInt32.random(in: 0..<UInt32(network.roads.edgeCount), using: &random),
                    share: Double.random(in: 0...1, using: &random))
            }
            guard let way = try network.way(from: ends[0], to: ends[1]) else { continue }
            found += 1
            try expectSensible(try steps(way, network.roads, .drivingTime), Double(way.cost) / 1000, network)
        }
    }

    private func expectSensible(_ steps: [RouteStep], _ seconds: Double, _ network: TravelNetwork) throws {
        let maneuvers = try LegDirections(steps, in: network, EnglishDirections()).maneuvers()
        let (length, time) = (steps.reduce(0) { $0 + $1.length }, steps.reduce(0) { $0 + $1.time })
        #expect(
            abs(maneuvers.reduce(0) { $0 + $1.lengthInMeters } - length) < 0.001
                && abs(maneuvers.reduce(0) { $0 + $1.duration } - time) < 0.001)
        #expect(abs(time - seconds) < 0.01)
        let names = try Set(steps.flatMap { [try network.roads.text($0.edge.name), try network.roads.text($0.edge.reference)] })
        for message in maneuvers.flatMap(\.messages) { #expect(names.contains(message.text)) }
        for (before, after) in zip(maneuvers, maneuvers.dropFirst()) {
            guard case .polyline(let first) = before.geometry, case .polyline(let second) = after.geometry else { continue }
            #expect(first.paths[0].last == second.paths[0].first, "one follows the other")
        }
    }
}
