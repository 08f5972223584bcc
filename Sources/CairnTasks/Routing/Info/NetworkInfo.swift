/// What a network has, whatever it is asked.
public struct NetworkInfo: Sendable, Hashable {
    /// The name of the network.
    public var networkName = ""
    /// How one may move.
    public var travelModes: [TravelMode] = []
    /// The name of the usual way to move; empty if there is none.
    public var defaultTravelModeName = ""
    /// The name of the cost that is kept low where nothing else is asked; empty if that is not told.
    public var impedanceAttributeName = ""
    /// What is added up on a way, by its name.
    public var costAttributes: [String: CostAttribute] = [:]
    /// What may be forbidden to some, by name.
    public var restrictionAttributeNames: [String] = []
    /// How far a place may be from the network, in metres; nil if that is not told.
    public var maxLocatingDistance: Double?

    /// Something to be filled in.
    public init() {}

    /// The usual way to move; nil if there is none.
    public var defaultTravelMode: TravelMode? {
        travelModes.first { $0.name == defaultTravelModeName }
    }
}
