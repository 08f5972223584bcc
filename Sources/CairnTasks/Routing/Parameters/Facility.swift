public import CairnGeo

/// One of the places of which the closest are looked for, such as a hospital.
public struct Facility: PlacedOnNetwork {
    /// Where it is.
    public var place: NetworkPlace
    /// The most that a way from it may cost, in units of the impedance; nil for what the parameters say. It counts where one travels from facilities.
    public var impedanceCutoff: Double?

    /// A facility at a place.
    public init(point: MapPoint, name: String = "") { place = NetworkPlace(point: point, name: name) }
}
