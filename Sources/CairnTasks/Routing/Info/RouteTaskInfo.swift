/// What a network can where routes are asked for, and what it does where nothing is asked.
public struct RouteTaskInfo: NetworkTaskInfo {
    /// The network.
    public var network = NetworkInfo()
    /// Whether directions can be told.
    public var supportsDirections = true
    /// The languages that directions can be told in; empty if that is not told.
    public var supportedLanguages: [String] = []
    /// Whether a route can be found anew on the way. No service can.
    public var supportsRerouting = false
    /// What is usual.
    public var defaults = RouteParameters()

    /// Something to be filled in.
    public init() {}
}
