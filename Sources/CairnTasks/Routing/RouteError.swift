public import Foundation

/// A route that cannot be asked for.
public enum RouteError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// A route leads from one stop to another.
    case tooFewStops(route: String, count: Int)
    /// A time window that ends before it begins.
    case impossibleTimeWindow(stop: Int)
    /// A place that is none on Earth.
    case noPlace(stop: Int)

    /// The network has no such way to move.
    case unknownTravelMode(String, known: [String])
    /// Fewer than two stops are near a road.
    case stopsNotLocated(count: Int)
    /// No way leads from one stop to the next.
    case noRoute(from: String, to: String)
    /// A network in a file takes no barriers yet.
    case barriersNotSupported(network: String)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .tooFewStops(let route, let count):
            "A route leads from one stop to another at least: \(route.isEmpty ? "there" : "of \(route) there") \(count == 1 ? "is one" : "are none"). Add to parameters.stops."
        case .unknownTravelMode(let name, let known):
            "The network has no travel mode \"\(name)\": it has \(known.joined(separator: ", ")). Take one of info.travelModes."
        case .stopsNotLocated(let count):
            "There is no road near \(count) of the stops, and a route needs two that are at one. Are longitude and latitude exchanged, or is it another town's network?"
        case .noRoute(let from, let to): "No way leads from \(from) to \(to) by this travel mode."
        case .barriersNotSupported(let network): "The network \(network) is a file, on which barriers are not obeyed yet: ask without them, or ask a service."
        case .impossibleTimeWindow(let stop): "The time window of stop \(stop) ends before it begins."
        case .noPlace(let stop):
            "Stop \(stop) is no place on Earth: its coordinates are no numbers, or beyond what its spatial reference has."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
