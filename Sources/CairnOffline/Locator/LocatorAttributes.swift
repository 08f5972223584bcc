import CairnGeo
import CairnTasks

/// The attributes of offline results, under the names that World locators use.
enum LocatorAttributes {
    static let addressFields: [Field] = [
        Field("Address", alias: "Street address", length: 100), Field("Neighborhood", length: 50), Field("City", length: 50),
        Field("Subregion", length: 50), Field("Region", length: 50), Field("Postal", length: 20),
        Field("CountryCode", alias: "Country", length: 3),
    ]

    static let fields: [Field] =
        [Field("Shape", type: .geometry)]
        + ["Status", "Match_addr", "LongLabel", "ShortLabel", "Addr_type", "Type", "PlaceName"].map { Field($0) }
        + ["AddNum", "StName", "StAddr", "City", "Subregion", "Region", "Postal", "Country", "Unit"].map { Field($0) }
        + ["Score", "X", "Y", "DisplayX", "DisplayY", "Xmin", "Ymin", "Xmax", "Ymax", "Distance"]
        .map { Field($0, type: .double) }

    /// What is asked for, in one line.
    static func singleLine(_ query: GeocodeQuery) -> String {
        switch query {
        case .singleLine(let text): text
        case .fields(let fields): singleLine(fields)
        case .suggestion(let suggestion): suggestion.label
        }
    }

    /// The address in one line, in the order people write it.
    static func singleLine(_ fields: [String: String]) -> String {
        let values = Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        let order = [
            ["singleline", "single line input"], ["address", "street"], ["address2"], ["address3"], ["neighborhood"], ["city"],
            ["subregion"], ["region", "state"], ["postal", "zip", "postcode"], ["countrycode", "country"],
        ]
        let parts = order.compactMap { names in names.lazy.compactMap { values[$0] }.first { !$0.isEmpty } }.map { part in
            // A number that a spreadsheet has made of a post code.
            part.hasSuffix(".0") && part.dropLast(2).allSatisfy(\.isNumber) ? String(part.dropLast(2)) : part
        }
        return parts.joined(separator: ", ")
    }

    static func result(
        _ candidate: LocatorCandidate, names: [String], unit: String = "", in reference: SpatialReference, _ engine: LocatorEngine
    ) throws -> GeocodeResult {
        let text = try engine.telling { () throws(BlockDamage) in try CandidateText(candidate, engine.index) }
        let (label, extent) = (text.label, extent(of: candidate, text))
        let result = GeocodeResult(
            label: label, location: MapPoint(candidate.place, spatialReference: .wgs84), score: candidate.score,
            extent: extent, attributes: names.isEmpty ? [:] : attributes(of: candidate, text, unit, label, extent, names))
        return reference.isWGS84 ? result : try result.projected(to: reference)
    }

    /// What shows the candidate: a house with its surroundings, else the whole feature, a kilometre at least.
    private static func extent(of candidate: LocatorCandidate, _ text: CandidateText) -> Envelope {
        let (box, place) = (text.box, candidate.place)
        let isSpot = candidate.house != nil || candidate.crossing != nil
        let margin = isSpot ? 0.001 : 0.005
        return Envelope(
            xMin: min(isSpot ? place.x : Fixed.degrees(box.xMin), place.x) - margin,
            yMin: min(isSpot ? place.y : Fixed.degrees(box.yMin), place.y) - margin,
            xMax: max(isSpot ? place.x : Fixed.degrees(box.xMax), place.x) + margin,
            yMax: max(isSpot ? place.y : Fixed.degrees(box.yMax), place.y) + margin, spatialReference: .wgs84)
    }

    private static func attributes(
        of candidate: LocatorCandidate, _ text: CandidateText, _ unit: String, _ label: String, _ extent: Envelope,
        _ names: [String]
    ) -> [String: AttributeValue] {
        let all =
            texts(of: candidate, text, unit, label).map { ($0, AttributeValue.string($1)) }
            + numbers(of: candidate, extent).map { ($0, AttributeValue.double($1)) }
        if names.contains("*") { return Dictionary(uniqueKeysWithValues: all) }
        let wanted = Set(names.map { $0.lowercased() })
        return Dictionary(uniqueKeysWithValues: all.filter { wanted.contains($0.0.lowercased()) })
    }

    private static func texts(
        of candidate: LocatorCandidate, _ text: CandidateText, _ unit: String, _ label: String
    ) -> [(String, String)] {
        let isStreet = text.kind == .street
        return [
            ("Status", "M"), ("Match_addr", label), ("LongLabel", label),
            ("ShortLabel", isStreet ? text.streetAddress : text.name), ("Addr_type", candidate.addressType),
            ("Type", text.category), ("PlaceName", isStreet ? "" : text.name), ("AddNum", text.number),
            ("StName", isStreet ? text.name : ""), ("StAddr", text.streetAddress), ("City", text.city),
            ("Subregion", text.subregion), ("Region", text.region), ("Postal", text.postal), ("Country", text.country),
            ("Unit", text.unit.isEmpty ? unit : text.unit),
        ]
    }

    private static func numbers(of candidate: LocatorCandidate, _ box: Envelope) -> [(String, Double)] {
        let place = candidate.place
        return [
            ("Score", candidate.score), ("Distance", candidate.distance ?? 0), ("X", place.x), ("Y", place.y),
            ("DisplayX", place.x), ("DisplayY", place.y), ("Xmin", box.xMin), ("Ymin", box.yMin), ("Xmax", box.xMax),
            ("Ymax", box.yMax),
        ]
    }
}
