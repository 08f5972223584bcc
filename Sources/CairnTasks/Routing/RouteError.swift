import CairnCore
public import Foundation

/// A question to a network that cannot be asked.
public enum RouteError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// A route leads from one stop to another.
    case tooFewStops(route: String, count: Int)
    /// A time window that ends before it begins.
    case impossibleTimeWindow(stop: Int)
    /// A place that is none on Earth.
    case noPlace(stop: Int)
    /// No facilities, incidents, origins or destinations.
    case nothingGiven(PlaceRole)
    /// One of them, counted from 1, that is no place on Earth.
    case noSuchPlace(PlaceRole, number: Int)
    /// A limit of costs that is negative, or no number.
    case impossibleCutoff(Double)
    /// Limits of a service area, each of which has to be more than the one before.
    case cutoffsNotAscending([Double])
    /// So many places cannot be looked for.
    case impossibleCount(Int)
    /// A place has a limit of its own, and nobody says of which cost.
    case unknownImpedance(network: String)
    /// A distance that is negative, or no number.
    case impossibleDistance(Double)
    /// A place whose added costs are negative, or of whose numbers one is none.
    case impossibleNumbers(place: String)
    /// Nothing says how far service areas shall reach.
    case noCutoffs

    /// The network has no such way to move.
    case unknownTravelMode(String, known: [String])
    /// The network does not know such a cost.
    case unknownCost(String, known: [String])
    /// The network keeps another cost low by a travel mode than that which was asked for.
    case otherImpedance(mode: String, asked: String, kept: String)
    /// A table has come back that is not of the places that were asked for.
    case otherTable(origins: Int, destinations: Int, askedOrigins: Int, askedDestinations: Int)
    /// Fewer than two stops are near a road.
    case stopsNotLocated(count: Int)
    /// No way leads from one stop to the next.
    case noRoute(from: String, to: String)
    /// A barrier that cannot be: at no place on Earth, with costs below zero, or factors that are none.
    case impossibleBarrier(String)

    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .tooFewStops(let route, let count):
            "A route leads from one stop to another at least: \(route.isEmpty ? "there" : "of \(route) there") \(count == 1 ? "is one" : "are none"). Add to parameters.stops."
        case .unknownTravelMode(let name, let known):
            "The network has no travel mode \"\(name)\": it has \(known.isEmpty ? "none" : known.joined(separator: ", ")). Take one of info.travelModes, or nil."
        case .unknownCost(let name, let known):
            "The network tells no cost \"\(name)\": it tells \(known.joined(separator: ", ")). Take some of these, written as here."
        case .otherImpedance(let mode, let asked, let kept):
            "By \(mode) the network keeps \(kept) low, and not \(asked). Take one of info.travelModes as it is, or nil."
        case .otherTable(let origins, let destinations, let askedOrigins, let askedDestinations):
            "A table of \(origins) × \(destinations) places has come back, and \(askedOrigins) × \(askedDestinations) were asked for: nobody can tell which costs are whose."
        case .stopsNotLocated(let count):
            "There is no road near \(count) of the stops, and a route needs two that are at one. Are longitude and latitude exchanged, or is it another town's network?"
        case .noRoute(let from, let to):
            "No way leads from \(from) to \(to) by this travel mode. One of them may be at roads that nothing joins to the others, or closed off by barriers or by the side on which it shall be: move it, or take another mode."
        case .impossibleBarrier(let name):
            "\(name) cannot be in the way: its coordinates and what it costs must be numbers, added costs from zero, and factors from above zero, to 1e15."
        case .impossibleNumbers(let place):
            "The added costs, the bearing and the latency of \(place) must be numbers, and the costs from zero to 1e15."
        case .noCutoffs:
            "Nothing says how far service areas shall reach: set parameters.defaultImpedanceCutoffs, or the impedanceCutoffs of each facility."
        case .impossibleTimeWindow(let stop): "The time window of stop \(stop) ends before it begins."
        case .noPlace(let stop):
            "Stop \(stop) is no place on Earth: its coordinates are no numbers, or beyond what its spatial reference has."
        case .nothingGiven(let role): "There are no \(role.plural). Add to parameters.\(role.plural)."
        case .noSuchPlace(let role, let number):
            "The coordinates of \(role.rawValue) \(number) are none on Earth: they are no numbers, or beyond what their spatial reference has. Give it another place, or leave it out."
        case .impossibleCutoff(let cutoff): "No way costs \(cutoff) at most. Take a cutoff from 0 on, in units of the impedance."
        case .cutoffsNotAscending(let cutoffs):
            "Of the cutoffs \(cutoffs) one is not more than the one before. Put them in order, each once."
        case .impossibleCount(let count): "\(count) places cannot be looked for. Ask for one at least."
        case .unknownImpedance(let network):
            "A place has a cutoff of its own, and the layer \(network) does not say which cost it keeps low: set parameters.travelMode."
        case .impossibleDistance(let distance):
            "Areas cannot end \(distance) metres from the streets. Take 0 or more, or nil so that they are not trimmed."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
