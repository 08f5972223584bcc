public import Foundation

/// A route that cannot be asked for.
public enum RouteError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// A route leads from one stop to another.
    case tooFewStops(route: String, count: Int)
    /// A time window that ends before it begins.
    case impossibleTimeWindow(stop: Int)
    /// A place that is none on Earth.
    case noPlace(stop: Int)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .tooFewStops(let route, let count):
            "A route leads from one stop to another at least: \(route.isEmpty ? "there" : "of \(route) there") \(count == 1 ? "is one" : "are none"). Add to parameters.stops."
        case .impossibleTimeWindow(let stop): "The time window of stop \(stop) ends before it begins."
        case .noPlace(let stop):
            "Stop \(stop) is no place on Earth: its coordinates are no numbers, or beyond what its spatial reference has."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
