import CairnGeo

/// A feature, perhaps one house of it, with how well it fits.
package struct LocatorCandidate {
    let feature: LocatorFeature
    var house: House?
    /// The other street, where it is crossed.
    var crossing: Crossing?
    var score: Double
    /// How far it is from where results are wanted, in metres.
    var distance: Double?

    /// The corner with another street.
    struct Crossing: Hashable {
        let name: String
        let place: Position
    }

    /// One house number of a street.
    struct House: Hashable {
        let label: String
        let postal: String
        let place: Position
        let isInterpolated: Bool
    }

    var place: Position {
        crossing?.place ?? house?.place ?? Position(x: Fixed.degrees(feature.x), y: Fixed.degrees(feature.y))
    }

    /// Tells a candidate from the query's others.
    struct Identity: Hashable {
        let feature: Int
        let house: House?
    }

    var identity: Identity { Identity(feature: feature.id, house: house) }

    var label: String {
        let label = feature.label(house: house?.label, postal: house?.postal)
        guard let crossing else { return label }
        return feature.name + " & " + crossing.name + label.dropFirst(feature.name.count)
    }

    /// Esri's name for what was matched.
    var addressType: String {
        if crossing != nil { return "StreetInt" }
        switch feature.kind {
        case .place: return "Locality"
        case .pointOfInterest: return "POI"
        case .street: return house.map { $0.isInterpolated ? "StreetAddress" : "PointAddress" } ?? "StreetName"
        }
    }

    /// Houses before streets, points before interpolations, among equals.
    var rank: Int {
        switch feature.kind {
        case .street: house.map { $0.isInterpolated ? 1 : 0 } ?? 4
        case .pointOfInterest: 2
        case .place: 3
        }
    }
}
