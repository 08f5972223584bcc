public import CairnGeo

/// A place whose surroundings are looked for.
public struct ServiceAreaFacility: PlacedOnNetwork {
    /// Where it is.
    public var place: NetworkPlace
    /// How far its areas reach, in units of the impedance, each more than the one before; empty for what the parameters say.
    public var impedanceCutoffs: [Double] = []

    /// A facility at a place.
    public init(point: MapPoint, name: String = "") { place = NetworkPlace(point: point, name: name) }
}
