import CairnCore
import CairnGeo
import CairnTasks

/// A question that is being answered on an open network: how one moves, what is in the way, and what is to be said.
struct NetworkQuery {
    let image: NetworkImage
    let network: TravelNetwork
    let obstacles: RoadObstacles
    private(set) var messages: [String] = []

    var kind: TravelKind { network.memory.kind }

    /// - Throws: `RouteError` if the network has no such way to move; ``RoadNetworkError``; ``BlockDamage``; ``SolvingExcess`` if barriers make too much
    ///   work; what `projected(to:)` throws; `CancellationError` if the calling task is cancelled.
    init(_ image: NetworkImage, _ question: some NetworkQuestion) throws {
        self.image = image
        let kind = try Self.kind(question.travelMode, image)
        network = try image.network(kind)
        let barriers = question.barriers
        var finder = ObstacleFinder(network, image.finder)
        for (index, barrier) in barriers.points.enumerated() { try finder.add(barrier, number: index + 1) }
        for barrier in barriers.polylines { try finder.add(barrier) }
        for barrier in barriers.polygons { try finder.add(barrier) }
        obstacles = finder.obstacles
        messages = Self.passedOver(question, kind) + finder.messages
        if !obstacles.isEmpty { messages.append(Self.detourMessage) }
    }

    /// What is said of the mode and of costs, and counts for nothing.
    private static func passedOver(_ question: some NetworkQuestion, _ kind: TravelKind) -> [String] {
        var messages: [String] = []
        let parts = question.travelMode?.differences(from: RoadNetworkInfo.mode(kind)) ?? []
        if !parts.isEmpty {
            messages.append(
                "\(kind.name) is as the network was built for it: what the travel mode says of \(parts.joined(separator: ", ")) was passed over."
            )
        }
        let known = RoadNetworkInfo.costNames(kind)
        for name in question.accumulateAttributeNames.uniqued() where !known.contains(name) {
            messages.append("\(name) is not told: by \(kind.name) there are \(known.joined(separator: ", ")).")
        }
        return messages
    }

    private static let detourMessage =
        "Barriers are in the way on some roads: ways were searched road by road, which takes longer than without barriers."

    private static func kind(_ mode: TravelMode?, _ image: NetworkImage) throws -> TravelKind {
        guard let mode else {
            guard let first = image.kinds.first else { throw RoadNetworkError.damaged(path: image.path) }
            return first
        }
        let words = [mode.id, mode.name]
        guard let kind = image.kinds.first(where: { words.contains($0.word) || words.contains($0.name) }) else {
            throw RouteError.unknownTravelMode(mode.name, known: image.kinds.map(\.name))
        }
        // Its limits would be read as those of the other cost.
        guard ["", kind.costName].contains(mode.impedanceAttributeName) else {
            throw RouteError.otherImpedance(mode: kind.name, asked: mode.impedanceAttributeName, kept: kind.costName)
        }
        return kind
    }

    mutating func say(_ message: String) { messages.append(message) }

    /// Finds the road that a place is at; says so if there is none.
    ///
    /// - Parameter number: Which of its kind it is, from 1.
    mutating func matched(_ stop: Stop, number: Int) throws -> MatchedStop {
        let matched = try MatchedStop(stop, number: number, in: network, image.finder)
        if matched.match == nil {
            say(
                "\(RouteSolver.label(matched.stop)) was left out: there is no road within \(Int(rounding: MatchedStop.reach / 1000) ?? 0) km."
            )
        }
        return matched
    }

    /// The places of a question other than a route's.
    ///
    /// - Parameter word: What one is called that has no name.
    mutating func matched(_ places: [some PlacedOnNetwork], _ word: String) throws -> [MatchedStop] {
        var stops: [MatchedStop] = []
        for (index, place) in places.enumerated() {
            let name = place.name.isEmpty ? "\(word) \(index + 1)" : place.name
            var stop = Stop(point: place.geometry, name: name)
            (stop.curbApproach, stop.addedCosts) = (place.curbApproach, place.addedCosts)
            do { stops.append(try matched(stop, number: index + 1)) } catch RouteError.noPlace {
                throw RouteError.noSuchPlace(PlaceRole(rawValue: word.lowercased()) ?? .facility, number: index + 1)
            }
        }
        return stops
    }

    /// A cost and what a place costs besides; ``Distance/none`` where there is no way, or none so long.
    func sum(_ cost: UInt32, _ added: [String: Double]) -> UInt32 {
        if cost >= Distance.none { return Distance.none }
        return UInt32(rounding: min(Double(cost) + max(0, kind.cost(of: added)), Double(Distance.none))) ?? Distance.none
    }

    /// A limit in units of the impedance, as the searches count it; the farthest there is where none is given.
    func limit(_ cutoff: Double?) -> UInt32 {
        guard let cutoff else { return Distance.none - 1 }
        return UInt32(rounding: (cutoff * kind.unitsPerCost).clamped(to: 0...Double(Distance.none - 1))) ?? Distance.none - 1
    }
}

extension PlacedOnNetwork {
    /// With how it was found.
    func told(_ matched: MatchedStop) -> Self {
        var told = self
        told.locationStatus = matched.stop.locationStatus
        told.distanceToNetworkLocation = matched.stop.distanceToNetworkLocation
        return told
    }
}
