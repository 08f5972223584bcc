public import CairnGeo

extension CostMatrix {
    /// Where one sets out.
    public struct Origin: PlacedOnNetwork {
        /// Where it is.
        public var place: NetworkPlace
        /// The most that a way from it may cost, in units of the impedance; nil for what the parameters say.
        public var impedanceCutoff: Double?
        /// How many destinations are looked for, one at least; nil for what the parameters say.
        public var targetDestinationCount: Int?

        /// An origin at a place.
        public init(point: MapPoint, name: String = "") { place = NetworkPlace(point: point, name: name) }
    }

    /// Where one gets to.
    public struct Destination: PlacedOnNetwork {
        /// Where it is.
        public var place: NetworkPlace

        /// A destination at a place.
        public init(point: MapPoint, name: String = "") { place = NetworkPlace(point: point, name: name) }
    }
}
