/// What a network can where closest facilities are asked for, and what it does where nothing is asked.
public struct ClosestFacilityTaskInfo: NetworkTaskInfo {
    /// The network.
    public var network = NetworkInfo()
    /// Whether directions can be told.
    public var supportsDirections = true
    /// The languages that directions can be told in; empty if that is not told.
    public var supportedLanguages: [String] = []
    /// What is usual.
    public var defaults = ClosestFacilityParameters()

    /// Something to be filled in.
    public init() {}
}
