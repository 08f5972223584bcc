import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// A geocode service of ArcGIS as the backend of a ``LocatorTask``.
public struct LocatorService: LocatorBackend {
    package let client: ServiceClient
    private let metadata = ServiceMetadata()

    /// A service at `…/GeocodeServer`.
    public init(_ client: ServiceClient) {
        self.client = client
    }

    /// The service, by its address.
    ///
    /// - Throws: ``ServiceURL/HoldsSecret`` if the address holds what must not be stored.
    public var source: LocatorSource? {
        get throws { .service(try ServiceURL(client.url)) }
    }

    /// Reads what the locator can do.
    @concurrent
    public func loadInfo() async throws -> LocatorInfo {
        let info = try LocatorInfo(AnswerPart(try await client.call("", isRepeatable: true), of: client.url))
        metadata.info.withLock { $0 = info }
        return info
    }

    /// The best answers first.
    @concurrent
    public func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        var fields = LocatorWire.fields(of: parameters)
        fields.merge(LocatorWire.fields(of: query, line: try line(for: [query]))) { own, _ in own }
        if parameters.maxResults > 0 { fields["maxLocations"] = String(parameters.maxResults) }
        if let near = parameters.preferredSearchLocation { fields["location"] = LocatorWire.text(of: near) }
        let answer = try await ask("findAddressCandidates", fields, wanted: parameters.outputSpatialReference)
        return best(try answer.candidates().filter { Self.isGood($0, parameters) }, parameters.maxResults)
    }

    /// Ways to complete a text.
    @concurrent
    public func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] {
        var fields = ["text": text]
        if parameters.maxResults > 0 { fields["maxSuggestions"] = String(parameters.maxResults) }
        if !parameters.categories.isEmpty { fields["category"] = parameters.categories.joined(separator: ",") }
        if !parameters.countryCode.isEmpty { fields["countryCode"] = parameters.countryCode }
        if let near = parameters.preferredSearchLocation { fields["location"] = LocatorWire.text(of: near) }
        if let area = parameters.searchArea { fields["searchExtent"] = Geometry.envelope(area).esriJSON.text() }
        let suggestions = try await ask("suggest", fields).suggestions()
        return parameters.maxResults > 0 ? Array(suggestions.prefix(parameters.maxResults)) : suggestions
    }

    /// Whatever the server's order, and however many it gives. Of equal scores its order counts: it knows what is near.
    private func best(_ results: [GeocodeResult], _ maximum: Int) -> [GeocodeResult] {
        let sorted = results.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
        return maximum > 0 ? Array(sorted.prefix(maximum)) : sorted
    }

    /// What is at a place, the nearest first; empty if there is nothing.
    @concurrent
    public func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] {
        var fields = ["location": Geometry.point(location).esriJSON.text()]
        if !parameters.featureTypes.isEmpty { fields["featureTypes"] = parameters.featureTypes.joined(separator: ",") }
        if let distance = parameters.maxDistance { fields["distance"] = "\(distance)" }
        if !parameters.outputLanguage.isEmpty { fields["langCode"] = parameters.outputLanguage }
        if let reference = parameters.outputSpatialReference { fields["outSR"] = LocatorWire.text(of: reference) }
        if parameters.isForStorage { fields["forStorage"] = "true" }
        do {
            return [try await ask("reverseGeocode", fields, wanted: parameters.outputSpatialReference).address()]
        } catch let error as ServiceError where Self.saysNothingIsThere(error) {
            return []
        }
    }

    /// Nothing near is an error to the service, and an empty answer to everybody else.
    private static func saysNothingIsThere(_ error: ServiceError) -> Bool {
        error.code == 400
            && ([error.message] + error.details).contains {
                // Others begin alike: "Unable to find address locator 'X' …".
                let words = $0.lowercased()
                return words.contains("unable to find address for") || words.contains("unable to find any address for")
            }
    }

    /// Answers to many records at once, in the records' order, one for each.
    @concurrent
    public func geocode(
        _ records: [GeocodeRecord], _ parameters: GeocodeParameters
    ) async throws -> [GeocodeMatch] {
        if records.isEmpty { return [] }
        var fields = LocatorWire.fields(of: parameters)
        fields["outFields"] = LocatorWire.batchFields(parameters.resultAttributeNames)
        let line = try line(for: records.map(\.query))
        fields["addresses"] = LocatorWire.addresses(records, line: line).text()
        let answer = try await ask("geocodeAddresses", fields, wanted: parameters.outputSpatialReference)
        return zip(records, try answer.matches(of: records.count)).map { record, match in
            guard let result = match.result, Self.isGood(result, parameters) else {
                return GeocodeMatch(id: record.id, status: .unmatched, result: nil)
            }
            return GeocodeMatch(id: record.id, status: match.status, result: result)
        }
    }

    /// A least score that is no number leaves nothing out.
    private static func isGood(_ result: GeocodeResult, _ parameters: GeocodeParameters) -> Bool {
        !(result.score < parameters.minScore)
    }

    private func ask(
        _ operation: String, _ fields: [String: String], wanted: SpatialReference? = nil
    ) async throws -> LocatorAnswer {
        let json = try await client.call(operation, fields, isRepeatable: true)
        let usual = metadata.info.withLock { $0?.spatialReference }
        return try LocatorAnswer(json, of: client.url.appending(path: operation), wanted: wanted, usual: usual)
    }

    /// The parameter that takes a whole address; the usual one if the service names neither it nor the parts of an address.
    private func line(for queries: [GeocodeQuery]) throws -> String {
        let info = metadata.info.withLock(\.self)
        if let line = info?.singleLineField { return line }
        let needsLine = queries.contains { if case .fields = $0 { false } else { true } }
        if needsLine, let info, !info.addressFields.isEmpty { throw GeocodeError.noSingleLine(locator: info.name) }
        return "SingleLine"
    }
}

extension LocatorTask {
    /// A locator on a geocode service, such as `…/rest/services/World/GeocodeServer`.
    ///
    /// - Parameters:
    ///   - url: The service.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(
        url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil
    ) {
        self.init(backend: LocatorService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
