import CairnCore
import CairnGeo

/// A feature, perhaps one house of it, with how well it fits.
package struct LocatorCandidate {
    /// The feature's number; of another name that of the feature it names.
    let feature: Int
    /// The feature of the name, if it is another one.
    var alias: Int?
    let kind: FeatureKind
    var house: House?
    /// By which of its names it was found.
    var naming = Naming.own
    /// A number that the street does not have: the nearest to it is meant.
    var nearest: HouseNumber?
    /// The other street, where it is crossed.
    var crossing: Crossing?
    var score: Double
    /// The query's words that it explains, and those that in another spelling could say more of it, a bit for each.
    var (explained, open) = (UInt32(0), ~UInt32(0))
    let importance: Int
    var place: Position
    /// How far it is from where results are wanted, in metres.
    var distance: Double?

    /// A feature, as one that fits.
    init(_ feature: FeatureView, score: Double = 100) {
        (self.feature, alias) = feature.isAlias ? (feature.other, feature.index) : (feature.index, nil)
        (kind, importance, self.score) = (feature.kind, feature.importance, score)
        place = Position(x: Fixed.degrees(feature.x), y: Fixed.degrees(feature.y))
    }

    /// By which name something was found.
    enum Naming {
        /// By its own, or by the first words of it.
        case own
        /// By another one that begins alike, such as "Roma" for Rome.
        case alike
        /// By another one, perhaps a former one: "Franklin" for Columbus.
        case other
    }

    /// What comes first among equals: those by their own names, but well-known ones by names that are like their own before others of which nobody
    /// has counted the people.
    var precedence: Int {
        switch naming {
        case .own: importance > 0 ? 0 : 2
        case .alike: importance > 0 ? 1 : 3
        case .other: 3
        }
    }

    /// The corner with another street.
    struct Crossing {
        let feature: Int
    }

    /// One house number of a street.
    struct House {
        enum Source: Int {
            /// A house at its place.
            case point
            /// A number between those of a range's ends.
            case interpolated
            /// Of the numbers that there are the nearest to the one that was asked for.
            case nearest
        }

        let number: Int
        /// How it is written, if otherwise than by its digits.
        let label: UnsafeRawBufferPointer
        let unit: UnsafeRawBufferPointer
        let postal: Int
        let source: Source
        /// The range whose number it is.
        var range: Int?

        init(_ house: HouseView, _ source: Source) {
            (number, label, unit, postal, self.source) = (Int(house.number), house.label, house.unit, house.postal, source)
        }

        /// A number of a range.
        init(_ number: Int, of range: RangeView, _ source: Source) {
            label = UnsafeRawBufferPointer(start: nil, count: 0)
            unit = label
            (self.number, postal, self.source, self.range) = (number, range.postal, source, range.index)
        }
    }

    /// Tells a candidate from the query's others.
    struct Identity: Hashable {
        let feature: Int
        let number: Int
        let place: Position
        let crossing: Int

        func hash(into hasher: inout Hasher) { hasher.combine(feature ^ number << 32) }
    }

    var identity: Identity {
        Identity(feature: feature, number: house?.number ?? -1, place: place, crossing: crossing?.feature ?? -1)
    }

    /// Esri's name for what was matched.
    var addressType: String {
        if crossing != nil { return "StreetInt" }
        switch kind {
        case .place: return "Locality"
        case .pointOfInterest: return "POI"
        case .postal: return "Postal"
        case .street:
            if nearest != nil { return "StreetAddressExt" }
            switch house?.source {
            case .point: return "PointAddress"
            case .interpolated: return "StreetAddress"
            case .nearest: return "StreetAddressExt"
            case nil: return "StreetName"
            }
        }
    }

    /// Houses before streets, points before interpolations, among equals.
    var rank: Int {
        switch kind {
        case .street: nearest != nil ? 5 : house.map { [0, 1, 5][$0.source.rawValue] } ?? 4
        case .pointOfInterest: 2
        case .place: 3
        case .postal: 6
        }
    }
}
