import CairnCore
import CairnGeo

/// Requests to, and answers of, a GeocodeServer.
enum LocatorWire {
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
        case .suggestion(let suggestion): [line: suggestion.label, "magicKey": suggestion.magicKey]
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

    static func text(of reference: SpatialReference) -> String {
        reference.wkid.map(String.init) ?? reference.esriJSON.text()
    }

    static func text(of point: MapPoint) -> String { Geometry.point(point).esriJSON.text() }

    static func candidates(in json: JSONValue) -> [GeocodeResult] {
        let reference = SpatialReference(esriJSON: json["spatialReference"])
        return (json["candidates"]?.array ?? []).map { result(of: $0, reference) }
    }

    /// The matches by the number of their record.
    static func matches(in json: JSONValue) -> [Int: GeocodeMatch] {
        let reference = SpatialReference(esriJSON: json["spatialReference"])
        let matches = (json["locations"]?.array ?? []).compactMap { location -> (Int, GeocodeMatch)? in
            let number = location["attributes"]?["ResultID"]?.lenientDouble
            guard let id = number.flatMap({ Int(rounding: $0, .towardZero) }) else { return nil }
            let found = result(of: location, reference)
            let letter = location["attributes"]?["Status"]?.string ?? (found.score > 0 ? "M" : "U")
            let isFound = letter != "U" && found.location != nil
            let status = isFound ? GeocodeMatch.Status(rawValue: letter) : .unmatched
            return (id, GeocodeMatch(id: id, status: status, result: isFound ? found : nil))
        }
        return Dictionary(matches) { first, _ in first }
    }

    static func reverse(in json: JSONValue) -> [GeocodeResult] {
        guard let address = json["address"]?.object else { return [] }
        let label = address["Match_addr"]?.string ?? address["LongLabel"]?.string ?? address["Address"]?.string ?? ""
        let place = point(json["location"], nil)
        return [GeocodeResult(label: label, location: place, score: 100, attributes: attributes(address))]
    }

    private static func result(of json: JSONValue, _ reference: SpatialReference?) -> GeocodeResult {
        let extent = json["extent"].flatMap { try? Envelope(esriJSON: $0, spatialReference: reference) }
        return GeocodeResult(
            label: json["address"]?.string ?? "", location: point(json["location"], reference),
            score: json["score"]?.lenientDouble ?? 0, extent: extent,
            attributes: attributes(json["attributes"]?.object ?? [:]))
    }

    private static func point(_ json: JSONValue?, _ reference: SpatialReference?) -> MapPoint? {
        guard let json, case .point(let point)? = try? Geometry(esriJSON: json, spatialReference: reference), !point.isEmpty
        else {
            return nil
        }
        return point
    }

    private static func attributes(_ members: [String: JSONValue]) -> [String: AttributeValue] {
        members.mapValues { AttributeValue(esriJSON: $0) }
    }
}
