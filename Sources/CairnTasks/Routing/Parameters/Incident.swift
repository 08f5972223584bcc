public import CairnGeo

/// A place for which the closest facilities are looked for, such as an accident.
public struct Incident: PlacedOnNetwork {
    /// Where it is.
    public var place: NetworkPlace
    /// The most that a way from it may cost, in units of the impedance; nil for what the parameters say. It counts where one travels to facilities.
    public var impedanceCutoff: Double?
    /// How many facilities are looked for, one at least; nil for what the parameters say.
    public var targetFacilityCount: Int?

    /// An incident at a place.
    public init(point: MapPoint, name: String = "") { place = NetworkPlace(point: point, name: name) }
}
