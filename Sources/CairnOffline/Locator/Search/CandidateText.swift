import CairnCore
import CairnGeo

/// What a candidate says, in the file's words.
struct CandidateText {
    let name: String
    /// The house number as it is written; empty for none.
    let number: String
    let unit: String
    /// The street address of a point of interest.
    let address: String
    let city: String
    let subregion: String
    let region: String
    let postal: String
    let country: String
    let category: String
    let kind: FeatureKind
    let box: GeoBox
    private let crossing: String

    init(_ candidate: LocatorCandidate, _ index: LocatorIndex) throws(BlockDamage) {
        let feature = try index.features[candidate.feature]
        let (texts, contexts) = (index.texts, index.contexts)
        (kind, box) = (feature.kind, feature.box)
        name = try texts.text(
            candidate.alias.map { (alias) throws(BlockDamage) in try index.features[alias].name } ?? feature.name)
        number =
            candidate.house.map { house in
                house.label.isEmpty ? "\(house.number)" : String(decoding: house.label, as: UTF8.self).uppercased()
            } ?? ""
        unit = candidate.house.map { String(decoding: $0.unit, as: UTF8.self) } ?? ""
        address = feature.kind == .pointOfInterest ? try texts.text(feature.other) : ""
        city = try texts.text(contexts.city(feature.context))
        subregion = try texts.text(contexts.subregion(feature.context))
        region = try texts.text(contexts.region(feature.context))
        country = try texts.text(contexts.country(feature.context))
        let code = candidate.house?.postal ?? (feature.kind == .street ? 0 : feature.postal)
        postal = String(decoding: try index.postal(code), as: UTF8.self)
        category = try texts.text(feature.category)
        crossing =
            try candidate.crossing.map { (other) throws(BlockDamage) in try texts.text(index.features[other.feature].name) }
            ?? ""
    }

    /// The street with its number, or the streets that cross.
    var streetAddress: String {
        if kind != .street { return address }
        if !crossing.isEmpty { return "\(name) & \(crossing)" }
        return number.isEmpty ? name : "\(number) \(name)"
    }

    /// The address or name in one line.
    var label: String {
        let first = kind == .street ? streetAddress : name
        let parts = [first, address, city, kind == .street ? "" : subregion, region, kind == .postal ? "" : postal, country]
        var label: [String] = []
        for part in parts where !part.isEmpty && part != label.last { label.append(part) }
        return label.joined(separator: ", ")
    }
}
