import CairnCore
import CairnGeo
import CairnTasks

/// The requests and answers of a GeocodeServer, from the server's side.
enum GeocodeWire {
    static func metadata(of info: LocatorInfo) -> JSONValue {
        [
            "currentVersion": .number(ServicesDirectory.version), "serviceDescription": .string(info.description),
            "addressFields": .array(info.addressFields.map(\.esriJSON)),
            "singleLineAddressField": Field("SingleLine", alias: "Single Line Input", length: GeocodeService.longestText)
                .esriJSON,
            "candidateFields": .array(info.resultFields.map(\.esriJSON)),
            "spatialReference": SpatialReference.wgs84.esriJSON,
            "locatorProperties": [
                "MinimumCandidateScore": "40", "MinimumMatchScore": "60", "SuggestedBatchSize": .integer(info.suggestedBatchSize),
                "MaxBatchSize": .integer(info.maximumBatchSize),
            ],
            "capabilities": "Geocode,ReverseGeocode,Suggest",
        ]
    }

    static func parameters(_ request: ServiceRequest) throws(ServiceFailure) -> GeocodeParameters {
        var parameters = GeocodeParameters()
        parameters.maxResults = try request.limit("maxLocations") ?? 0
        parameters.preferredSearchLocation = try request.point("location")
        parameters.searchArea = try request.envelope("searchExtent")
        parameters.categories = request.list("category")
        parameters.countryCode = request["sourceCountry"] ?? ""
        parameters.outputSpatialReference = try request.spatialReference("outSR")
        parameters.resultAttributeNames = request.list("outFields")
        return parameters
    }

    private static let fieldNames = [
        "Address", "Address2", "Address3", "Neighborhood", "City", "Subregion", "Region", "Postal", "PostalExt", "CountryCode",
    ]

    static func addressFields(_ request: ServiceRequest) -> [String: String] {
        Dictionary(fieldNames.compactMap { name in request[name].map { (name, $0) } }) { first, _ in first }
    }

    static func candidates(_ results: [GeocodeResult], in reference: SpatialReference) -> JSONValue {
        ["spatialReference": reference.esriJSON, "candidates": .array(results.map(candidate))]
    }

    private static func candidate(_ result: GeocodeResult) -> JSONValue {
        var members: [String: JSONValue] = [
            "address": .string(result.label), "score": .number(result.score),
            "attributes": .object(result.attributes.mapValues(\.esriJSON)),
        ]
        members["location"] = location(result)
        if let box = result.extent {
            members["extent"] = [
                "xmin": .number(box.xMin), "ymin": .number(box.yMin), "xmax": .number(box.xMax), "ymax": .number(box.yMax),
            ]
        }
        return .object(members)
    }

    /// Without a spatial reference of its own: the answer's holds.
    private static func location(_ result: GeocodeResult) -> JSONValue? {
        result.location.map { ["x": .number($0.x), "y": .number($0.y)] }
    }

    static func suggestions(_ suggestions: [SuggestResult]) -> JSONValue {
        [
            "suggestions": .array(
                suggestions.map {
                    ["text": .string($0.label), "magicKey": .string($0.magicKey), "isCollection": .bool($0.isCollection)]
                })
        ]
    }

    static func reverse(_ result: GeocodeResult) -> JSONValue {
        var address = result.attributes.mapValues(\.esriJSON)
        address["Address"] = address["StAddr"]
        address["CountryCode"] = address["Country"]
        var location = location(result)?.object ?? [:]
        location["spatialReference"] = (result.location?.spatialReference ?? .wgs84).esriJSON
        return ["address": .object(address), "location": .object(location)]
    }

    static func records(_ request: ServiceRequest) throws(ServiceFailure) -> [GeocodeRecord] {
        guard let text = request["addresses"] else { throw .invalid("addresses", "it is missing") }
        guard let records = (try? JSONValue(parsing: text))?["records"]?.array else {
            throw .invalid("addresses", "it is no JSON with a list of records")
        }
        var list: [GeocodeRecord] = []
        for record in records {
            guard let attributes = record["attributes"]?.object else { throw .invalid("addresses", "a record has no attributes") }
            guard let id = value("OBJECTID", of: attributes)?.int else {
                throw .invalid("addresses", "a record has no OBJECTID, or one that is no whole number")
            }
            let line = ["SingleLine", "Single Line Input"].lazy.compactMap { value($0, of: attributes).flatMap(written) }.first
            let fields = Dictionary(
                fieldNames.compactMap { name in value(name, of: attributes).flatMap(written).map { (name, $0) } }
            ) { first, _ in first }
            let query: GeocodeQuery = line.map { .singleLine($0) } ?? .fields(fields)
            try expectAddress(query, "addresses")
            list.append(GeocodeRecord(id: id, query: query))
        }
        return list
    }

    /// The attribute of that name, whatever its case: of several the one that is written so, or comes first in the alphabet.
    private static func value(_ name: String, of attributes: [String: JSONValue]) -> JSONValue? {
        if let value = attributes[name] { return value }
        let names = attributes.keys.filter { $0.lowercased() == name.lowercased() }
        return names.min().flatMap { attributes[$0] }
    }

    /// Refuses what is far too long for an address, before it is looked for.
    static func expectAddress(_ query: GeocodeQuery, _ parameter: String) throws(ServiceFailure) {
        let length =
            switch query {
            case .singleLine(let text): text.utf8.count
            case .fields(let fields): fields.values.reduce(0) { $0 + $1.utf8.count }
            case .suggestion: 0
            }
        guard length <= 4096 else { throw .invalid(parameter, "an address of \(length) bytes is too long") }
    }

    /// A value as it would be written in an address: tables keep postal codes as numbers, too.
    private static func written(_ value: JSONValue) -> String? {
        value.string ?? value.int.map { "\($0)" } ?? value.double.map { "\($0)" }
    }

    static func matches(_ matches: [GeocodeMatch], in reference: SpatialReference) -> JSONValue {
        let locations = matches.map { match -> JSONValue in
            var attributes = match.result?.attributes.mapValues(\.esriJSON) ?? [:]
            attributes["ResultID"] = .integer(match.id)
            attributes["Status"] = .string(match.status.rawValue)
            attributes["Score"] = .number(match.result?.score ?? 0)
            var members: [String: JSONValue] = [
                "address": .string(match.result?.label ?? ""), "score": .number(match.result?.score ?? 0),
                "attributes": .object(attributes),
            ]
            // A record without a match has no location at all.
            members["location"] = match.result.flatMap(location)
            return .object(members)
        }
        return ["spatialReference": reference.esriJSON, "locations": .array(locations)]
    }

    static func found(_ results: [GeocodeResult], in reference: SpatialReference) -> JSONValue {
        let locations = results.map { result -> JSONValue in
            var members: [String: JSONValue] = [
                "name": .string(result.label),
                "feature": [
                    "geometry": location(result) ?? .null, "attributes": .object(result.attributes.mapValues(\.esriJSON)),
                ],
            ]
            members["extent"] = candidate(result)["extent"]
            return .object(members)
        }
        return ["spatialReference": reference.esriJSON, "locations": .array(locations)]
    }
}
