/// How much one request to a ``PublishedNetwork`` may ask for. What asks for more is refused, with what is allowed.
///
/// ```swift
/// var network = PublishedNetwork(fileURL: file)
/// network.limits.stops = 100
/// ```
public struct NetworkLimits: Sendable, Hashable {
    /// How many stops there may be, those of all routes together.
    public var stops = 1_000
    /// How many there may be if they are to be put into the best order.
    public var orderedStops = 200
    /// How many ways to closest facilities may be asked for, those of all incidents together.
    public var routes = 1_000
    /// How many pairs of an incident and a facility, or of an origin and a destination, there may be.
    public var pairs = 100_000
    /// How many service areas may be asked for: as many as there are limits, for each facility.
    public var areas = 200
    /// How many barriers there may be of each kind.
    public var barriers = 1_000
    /// How many vertices all barriers of one kind may have together.
    public var barrierVertices = 100_000

    /// The limits that are good for most.
    public init() {}
}
