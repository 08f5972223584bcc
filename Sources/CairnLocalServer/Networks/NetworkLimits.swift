import CairnCore
import CairnOffline
import CairnTasks
import Foundation

/// How much one request to a ``PublishedNetwork`` may ask for. What asks for more is refused, with what is allowed.
///
/// ```swift
/// var network = PublishedNetwork(fileURL: file)
/// network.limits.stops = 100
/// ```
public struct NetworkLimits: Sendable, Hashable {
    /// How many requests are solved at once; the others wait. Of a network in a file each keeps a processor busy: one is left to other services.
    public var solves = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    /// How many stops there may be, those of all routes together.
    public var stops = 1_000
    /// How many there may be if they are to be put into the best order.
    public var orderedStops = 200
    /// How many ways to closest facilities may be asked for, those of all incidents together.
    public var routes = 1_000
    /// How many pairs of an incident and a facility, or of an origin and a destination, there may be.
    public var pairs = 100_000
    /// How many pairs of an origin and a destination there may be if costs are added up along their ways, each of which is searched then.
    public var accumulatedPairs = 10_000
    /// How many costs may be added up along each way.
    public var costs = 50
    /// How many searches tables and closest facilities may take if barriers are in the way: one for each place where one sets out, and one for each pair
    /// whose costs are added up. The ways that are told then, and those from stop to stop of routes, are bounded by what they are told for.
    public var detours = 1_000
    /// How many service areas may be asked for: as many as there are limits, for each facility.
    public var areas = 100
    /// How far service areas may reach, in minutes, if their limits are times.
    public var reachInMinutes = 300.0
    /// How far service areas may reach, in kilometres, if their limits are distances.
    public var reachInKilometers = 500.0
    /// How many parts of roads all service areas together may reach. It holds for networks in files.
    public var reachedRoads = 2_000_000
    /// On how many nodes of grids all service areas together may be drawn: 4 million for each limit at the most, and for each facility twice
    /// more where areas are divided; as few as fit where `trimPolygonDistance` is great. It holds for networks in files.
    public var drawnNodes = 100_000_000
    /// How many lines all service areas together may have. It holds for networks in files.
    public var lines = 100_000
    /// How many barriers there may be of each kind.
    public var barriers = 1_000
    /// How many vertices all barriers of one kind may have together.
    public var barrierVertices = 100_000
    /// How often roads that barriers are at may be compared with them, side by side. It holds for networks in files.
    public var comparisons = 2_000_000

    /// The limits that are good for most.
    public init() {}
}

extension NetworkLimits {
    /// Those that who solves has to keep.
    var bounds: SolvingBounds {
        var bounds = SolvingBounds()
        (bounds.comparisons, bounds.reachedRoads) = (comparisons, reachedRoads)
        (bounds.drawnNodes, bounds.lines) = (drawnNodes, lines)
        return bounds
    }

    /// How far service areas may reach, in a unit; nil for one that is neither time nor distance.
    func reach(in unit: CostAttribute.Unit) -> Double? {
        unit.seconds.map { reachInMinutes * 60 / $0 } ?? unit.meters.map { reachInKilometers * 1000 / $0 }
    }
}
