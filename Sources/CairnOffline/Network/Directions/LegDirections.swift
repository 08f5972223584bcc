import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// Puts the way from one stop to the next into words.
struct LegDirections {
    private let network: TravelNetwork
    private let language: any DirectionsLanguage
    private let steps: [RouteStep]
    /// The place of the first that is told: before it is the road on which one came.
    private let first: Int

    /// - Parameter before: The road by which one came to where the leg begins.
    init(_ steps: [RouteStep], after before: RouteStep? = nil, in network: TravelNetwork, _ language: any DirectionsLanguage) {
        (self.network, self.language) = (network, language)
        self.steps = [before].compactMap(\.self) + steps
        first = before == nil ? 0 : 1
    }

    /// Something to do, and the roads until there is something else to do.
    private struct Part {
        var maneuver: ManeuverDescription
        var steps: [RouteStep]
    }

    /// What to do between the stops.
    ///
    /// - Throws: ``BlockDamage``.
    func maneuvers() throws(BlockDamage) -> [DirectionManeuver] {
        var maneuvers: [DirectionManeuver] = []
        for part in try parts() { maneuvers.append(try maneuver(part)) }
        return maneuvers
    }

    private func parts() throws(BlockDamage) -> [Part] {
        // Who is there already does not set out.
        guard steps[first...].contains(where: { !$0.isPlace || $0.length > 0 || $0.time > 0 }) else { return [] }
        var parts = [Part(maneuver: try setOut(), steps: [])]
        let toldFirst = firstRoad
        var index = first
        while index < steps.count {
            if index > first, let roundabout = try roundabout(at: index) {
                parts.append(roundabout)
                index += roundabout.steps.count
                continue
            }
            // Setting out told the turn behind roads of no length.
            if index > toldFirst, let maneuver = try maneuver(into: index) { parts.append(Part(maneuver: maneuver, steps: [])) }
            parts[parts.count - 1].steps.append(steps[index])
            index += 1
        }
        return parts
    }

    /// The place of the first road that leads anywhere.
    private var firstRoad: Int { steps[first...].firstIndex { !$0.isPlace } ?? first }

    private func setOut() throws(BlockDamage) -> ManeuverDescription {
        let step = steps[firstRoad]
        if first > 0, steps[0].road != step.road, let turn = try maneuver(into: firstRoad) { return turn }
        var maneuver = try description(.straight, along: step)
        maneuver.heading = Bearing(leaving: step.line)?.compassPoint
        return maneuver
    }

    /// What is to be said at the junction before a road. Roads of no length are passed over: who turns after one has turned.
    private func maneuver(into index: Int) throws(BlockDamage) -> ManeuverDescription? {
        let next = steps[index]
        guard !next.isPlace, let before = steps[..<index].lastIndex(where: { !$0.isPlace }) else { return nil }
        let crossing = try Crossing(from: steps[before], over: steps[before + 1..<index], to: next, in: network)
        guard let kind = ManeuverChoice(from: steps[before], to: next, at: crossing).kind else { return nil }
        return try description(kind, along: next)
    }

    private func description(_ kind: DirectionManeuver.Kind, along step: RouteStep) throws(BlockDamage) -> ManeuverDescription {
        let name = try network.roads.text(step.edge.name)
        return ManeuverDescription(
            kind: kind, street: name.isEmpty ? try network.roads.text(step.edge.reference) : name, roadClass: step.edge.roadClass)
    }

    // MARK: - Roundabouts

    /// The ring of a roundabout that one comes into, and the road by which one leaves it; nil if one does not.
    private func roundabout(at index: Int) throws(BlockDamage) -> Part? {
        guard steps[index].edge.isRoundabout, !steps[index - 1].edge.isRoundabout else { return nil }
        let ring = Array(steps[index...].prefix { $0.edge.isRoundabout })
        let left = index + ring.count < steps.count ? steps[index + ring.count] : nil
        var maneuver = try description(.roundabout, along: left ?? steps[index])
        if left != nil {
            var exits = 1
            for step in ring.dropLast() { exits += try exitCount(after: step) }
            maneuver.exit = exits
        }
        // The road out of it has been announced.
        return Part(maneuver: maneuver, steps: ring + [left].compactMap(\.self))
    }

    /// How many roads lead out of the ring where one of its roads ends.
    private func exitCount(after step: RouteStep) throws(BlockDamage) -> Int {
        var count = 0
        for road in try network.roads.roads(at: step.head) where road != step.road ^ 1 {
            if try !network.roads.edge(road / 2).isRoundabout, try network.weight(road) != nil { count += 1 }
        }
        return count
    }

    // MARK: - Maneuvers

    private func maneuver(_ part: Part) throws(BlockDamage) -> DirectionManeuver {
        var maneuver = DirectionManeuver()
        (maneuver.kind, maneuver.text) = (part.maneuver.kind, language.text(part.maneuver))
        maneuver.lengthInMeters = part.steps.reduce(0) { $0 + $1.length }
        maneuver.duration = part.steps.reduce(0) { $0 + $1.time }
        maneuver.geometry = Self.line(of: part.steps)
        if !part.maneuver.street.isEmpty { maneuver.messages = [DirectionMessage(kind: .streetName, text: part.maneuver.street)] }
        return maneuver
    }

    /// One line of all; a point if they lead nowhere.
    static func line(of steps: [RouteStep]) -> Geometry? {
        var path: [Position] = []
        for step in steps {
            for place in step.line where place.position != path.last { path.append(place.position) }
        }
        let paths = DateLine.paths(of: path)
        if paths.isEmpty { return path.first.map { .point(MapPoint($0, spatialReference: .wgs84)) } }
        return .polyline(Polyline(paths: paths, spatialReference: .wgs84))
    }
}
