/// Which way one travels between a facility and where it is needed. It matters where streets are one-way, or costs differ by direction.
public enum TravelDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// To the facility, as to a shop.
    case toFacility = "esriNATravelDirectionToFacility"
    /// From the facility, as fire engines do.
    case fromFacility = "esriNATravelDirectionFromFacility"
}
