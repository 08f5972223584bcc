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
        + ["AddNum", "StName", "StAddr", "City", "Subregion", "Region", "Postal", "Country"].map { Field($0) }
        + ["Score", "X", "Y", "DisplayX", "DisplayY", "Xmin", "Ymin", "Xmax", "Ymax", "Distance"]
        .map { Field($0, type: .double) }

    /// The address in one line, in the order people write it.
    static func singleLine(_ fields: [String: String]) -> String {
        let values = Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        let order = [
            ["singleline", "single line input"], ["address", "street"], ["address2"], ["address3"], ["neighborhood"], ["city"],
            ["subregion"], ["region", "state"], ["postal", "zip", "postcode"], ["countrycode", "country"],
        ]
        let parts = order.compactMap { names in names.lazy.compactMap { values[$0] }.first { !$0.isEmpty } }
        return parts.joined(separator: ", ")
    }

    static func result(
        _ candidate: LocatorCandidate, names: [String], in reference: SpatialReference
    ) throws -> GeocodeResult {
        let result = GeocodeResult(
            label: candidate.label, location: Point(candidate.place, spatialReference: .wgs84), score: candidate.score,
            extent: extent(of: candidate), attributes: attributes(of: candidate, names))
        return reference.isWGS84 ? result : try result.projected(to: reference)
    }

    /// What shows the candidate: a house with its surroundings, else the whole feature, a kilometre at least.
    private static func extent(of candidate: LocatorCandidate) -> Envelope {
        let box = candidate.feature.box
        let margin = candidate.house == nil ? 0.005 : 0.001
        let (place, isHouse) = (candidate.place, candidate.house != nil)
        return Envelope(
            xMin: min(isHouse ? place.x : Fixed.degrees(box.xMin), place.x) - margin,
            yMin: min(isHouse ? place.y : Fixed.degrees(box.yMin), place.y) - margin,
            xMax: max(isHouse ? place.x : Fixed.degrees(box.xMax), place.x) + margin,
            yMax: max(isHouse ? place.y : Fixed.degrees(box.yMax), place.y) + margin, spatialReference: .wgs84)
    }

    private static func attributes(of candidate: LocatorCandidate, _ names: [String]) -> [String: AttributeValue] {
        if names.isEmpty { return [:] }
        let all = allAttributes(of: candidate)
        if names.contains("*") { return all }
        let wanted = Set(names.map { $0.lowercased() })
        return all.filter { wanted.contains($0.key.lowercased()) }
    }

    private static func allAttributes(of candidate: LocatorCandidate) -> [String: AttributeValue] {
        let (feature, house, box) = (candidate.feature, candidate.house, extent(of: candidate))
        let isStreet = feature.kind == .street
        let streetAddress = isStreet ? house.map { "\($0.label) \(feature.name)" } ?? feature.name : feature.place
        var attributes: [String: AttributeValue] = [
            "Status": "M", "Match_addr": .string(candidate.label), "LongLabel": .string(candidate.label),
            "ShortLabel": .string(isStreet ? streetAddress : feature.name), "Addr_type": .string(candidate.addressType),
            "Type": .string(feature.category), "PlaceName": .string(isStreet ? "" : feature.name),
            "AddNum": .string(house?.label ?? ""), "StName": .string(isStreet ? feature.name : ""),
            "StAddr": .string(streetAddress), "City": .string(feature.city), "Subregion": .string(feature.subregion),
            "Region": .string(feature.region), "Postal": .string(house?.postal ?? (isStreet ? "" : feature.postal)),
            "Country": .string(feature.country), "Score": .double(candidate.score),
            "Distance": .double(candidate.distance ?? 0),
        ]
        for (name, value) in [
            ("X", candidate.place.x), ("Y", candidate.place.y), ("DisplayX", candidate.place.x),
            ("DisplayY", candidate.place.y), ("Xmin", box.xMin), ("Ymin", box.yMin), ("Xmax", box.xMax), ("Ymax", box.yMax),
        ] { attributes[name] = .double(value) }
        return attributes
    }
}
