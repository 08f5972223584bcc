import CairnCore
import CairnGeo
import CairnTasks

/// A GeocodeServer over any locator.
struct GeocodeService: RESTService {
    let kind = LocalServer.Kind.geocodeServer
    /// Of what somebody is typing no more characters are looked at: as many as an address on one line may have.
    static let longestText = 200
    private let locator: LocatorTask

    init(_ locator: LocatorTask) {
        self.locator = locator
    }

    /// The locator, loaded: what could not be for one request may be for the next.
    private var loaded: LocatorTask {
        get async throws {
            try await locator.retryLoad()
            return locator
        }
    }

    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        guard path.count <= 1 else { throw ServiceFailure(code: 400, message: "Invalid URL") }
        switch path.first?.lowercased() {
        case nil: return try await metadata(request)
        case "findaddresscandidates": return ServiceAnswer(try await candidates(request))
        case "suggest": return ServiceAnswer(try await suggestions(request))
        case "reversegeocode": return ServiceAnswer(try await address(request))
        case "geocodeaddresses": return ServiceAnswer(try await batch(request))
        case "find": return ServiceAnswer(try await find(request))
        default: throw ServiceFailure(code: 400, message: "Invalid URL", details: ["There is no operation \(path[0])."])
        }
    }

    private func metadata(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let locator = try await loaded
        let json = GeocodeWire.metadata(of: locator.info ?? LocatorInfo(name: ""))
        let operations = ["findAddressCandidates", "suggest", "reverseGeocode", "geocodeAddresses"]
        let links = operations.map { ($0, "/arcgis/rest/" + request.path.map(\.asPath).joined(separator: "/") + "/\($0)?f=html") }
        return ServiceAnswer(json, page: ServicePage(title: locator.info?.name ?? "", links: links, json: json))
    }

    private func candidates(_ request: ServiceRequest) async throws -> JSONValue {
        let parameters = try GeocodeWire.parameters(request)
        let results = try await results(for: request, parameters)
        return GeocodeWire.candidates(results, in: parameters.outputSpatialReference ?? .wgs84)
    }

    private func results(for request: ServiceRequest, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        let line = request["singleLine"] ?? request["Single Line Input"] ?? request["text"]
        if let line, let key = request["magicKey"] {
            let suggestion = SuggestResult(label: line, magicKey: key)
            return try await loaded.geocode(forSuggestResult: suggestion, using: parameters)
        }
        if let line {
            try GeocodeWire.expectAddress(.singleLine(line), "singleLine")
            return try await loaded.geocode(forSearchText: line, using: parameters)
        }
        let fields = GeocodeWire.addressFields(request)
        guard !fields.isEmpty else {
            throw ServiceFailure(
                code: 400, message: "Unable to complete operation.", details: ["'singleLine' or address fields are missing."])
        }
        try GeocodeWire.expectAddress(.fields(fields), "address")
        return try await loaded.geocode(forSearchValues: fields, using: parameters)
    }

    private func suggestions(_ request: ServiceRequest) async throws -> JSONValue {
        guard let text = request["text"] else { throw ServiceFailure.invalid("text", "it is missing") }
        var parameters = SuggestParameters()
        parameters.maxResults = min(try request.limit("maxSuggestions") ?? 5, 15)
        parameters.preferredSearchLocation = try request.point("location")
        parameters.searchArea = try request.envelope("searchExtent")
        parameters.categories = request.list("category")
        parameters.countryCode = request["countryCode"] ?? ""
        let beginning = String(text.prefix(Self.longestText))
        return GeocodeWire.suggestions(try await loaded.suggest(forSearchText: beginning, parameters: parameters))
    }

    private func address(_ request: ServiceRequest) async throws -> JSONValue {
        guard let location = try request.point("location") else { throw ServiceFailure.invalid("location", "it is missing") }
        var parameters = ReverseGeocodeParameters()
        parameters.maxDistance = try request.measure("distance")
        parameters.featureTypes = request.list("featureTypes")
        parameters.outputSpatialReference = try request.spatialReference("outSR")
        guard let result = try await loaded.reverseGeocode(forLocation: location, parameters: parameters).first else {
            throw ServiceFailure(
                code: 400, message: "Cannot perform query. Invalid query parameters.",
                details: ["Unable to find address for the specified location."])
        }
        return GeocodeWire.reverse(result)
    }

    private func batch(_ request: ServiceRequest) async throws -> JSONValue {
        var parameters = try GeocodeWire.parameters(request)
        if parameters.resultAttributeNames.isEmpty { parameters.resultAttributeNames = ["*"] }
        let records = try GeocodeWire.records(request)
        let locator = try await loaded
        let limit = locator.info?.maximumBatchSize ?? 1000
        guard records.count <= limit else {
            throw ServiceFailure.invalid("addresses", "\(records.count) records, where \(limit) are allowed")
        }
        let matches = try await locator.geocodeAddresses(records, using: parameters)
        return GeocodeWire.matches(matches, in: parameters.outputSpatialReference ?? .wgs84)
    }

    /// The operation of old clients: as `findAddressCandidates`, with results wrapped in features.
    private func find(_ request: ServiceRequest) async throws -> JSONValue {
        var parameters = try GeocodeWire.parameters(request)
        parameters.maxResults = try request.limit("maxLocations") ?? 1
        parameters.resultAttributeNames = ["*"]
        let results = try await results(for: request, parameters)
        return GeocodeWire.found(results, in: parameters.outputSpatialReference ?? .wgs84)
    }
}
