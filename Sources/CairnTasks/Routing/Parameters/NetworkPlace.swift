public import CairnGeo

/// A place to be found on a network: where it is, how it may be reached, and how it was found.
public struct NetworkPlace: Sendable, Hashable, Codable {
    /// Where it is.
    public var geometry: MapPoint
    /// What it is called.
    public var name = ""
    /// On which side of the vehicle it shall be.
    public var curbApproach = CurbApproach.eitherSide
    /// The direction in which one moves there, in degrees clockwise from north; nil if it is not known.
    public var currentBearing: Double?
    /// By how many degrees that may be wrong.
    public var currentBearingTolerance = 30.0
    /// For how many seconds one goes on before directions are heard.
    public var navigationLatency: Double?
    /// How fast one moves there, in metres a second; nil if it is not known. Services are not told.
    public var navigationSpeed: Double?
    /// What a stay there costs, by the names of costs, in their units.
    public var addedCosts: [String: Double] = [:]

    /// How it was found on the network, as an answer tells.
    public var locationStatus = Stop.LocationStatus.located
    /// From where it is to the road, in metres, as an answer tells; nil if it does not.
    public var distanceToNetworkLocation: Double?

    /// A place.
    public init(point: MapPoint, name: String = "") { (geometry, self.name) = (point, name) }
}
