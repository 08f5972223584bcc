import CairnCore
import CairnGeo

/// Requests to a GeocodeServer.
enum LocatorWire {
    /// What the parameters of the operations are called, in lower case, but for that of the address.
    static let parameters: Set<String> = [
        "f", "token", "category", "sourcecountry", "countrycode", "langcode", "outsr", "searchextent", "outfields", "forstorage",
        "maxlocations",
        "maxsuggestions", "location", "magickey", "distance", "featuretypes", "addresses", "objectid",
    ]

    static func fields(of parameters: GeocodeParameters) -> [String: String] {
        var fields: [String: String] = [:]
        if !parameters.categories.isEmpty { fields["category"] = parameters.categories.joined(separator: ",") }
        if !parameters.countryCode.isEmpty { fields["sourceCountry"] = parameters.countryCode }
        if !parameters.outputLanguage.isEmpty { fields["langCode"] = parameters.outputLanguage }
        if let reference = parameters.outputSpatialReference { fields["outSR"] = text(of: reference) }
        if let area = parameters.searchArea { fields["searchExtent"] = Geometry.envelope(area).esriJSON.text() }
        if !parameters.resultAttributeNames.isEmpty {
            fields["outFields"] = parameters.resultAttributeNames.joined(separator: ",")
        }
        if parameters.isForStorage { fields["forStorage"] = "true" }
        return fields
    }

    static func fields(of query: GeocodeQuery, line: String) -> [String: String] {
        switch query {
        case .singleLine(let text): [line: text]
        case .fields(let fields): fields
        case .suggestion(let suggestion):
            suggestion.magicKey.isEmpty ? [line: suggestion.label] : [line: suggestion.label, "magicKey": suggestion.magicKey]
        }
    }

    static func addresses(_ records: [GeocodeRecord], line: String) -> JSONValue {
        let list = records.enumerated().map { index, record in
            var attributes = fields(of: record.query, line: line).mapValues { JSONValue.string($0) }
            attributes["OBJECTID"] = .integer(index)
            return JSONValue.object(["attributes": .object(attributes)])
        }
        return ["records": .array(list)]
    }

    /// What a batch asks for: who names attributes has to name those that tell its rows apart, too.
    static func batchFields(_ names: [String]) -> String? {
        if names.isEmpty { return nil }
        return names.contains("*") ? "*" : (names + ["ResultID", "Status"].filter { !names.contains($0) }).joined(separator: ",")
    }

    static func text(of reference: SpatialReference) -> String {
        reference.wkid.map(String.init) ?? reference.esriJSON.text()
    }

    static func text(of point: MapPoint) -> String { Geometry.point(point).esriJSON.text() }
}
