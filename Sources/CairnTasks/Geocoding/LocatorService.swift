import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// A geocode service of ArcGIS as the backend of a ``LocatorTask``.
public struct LocatorService: LocatorBackend {
    private let client: ServiceClient
    private let metadata = ServiceMetadata()

    /// A service at `…/GeocodeServer`.
    public init(_ client: ServiceClient) {
        self.client = client
    }

    /// Reads what the locator can do.
    @concurrent
    public func loadInfo() async throws -> LocatorInfo {
        let info = LocatorInfo(esriJSON: try await client.call(""), url: client.url)
        metadata.info.withLock { $0 = info }
        return info
    }

    /// The best answers first.
    @concurrent
    public func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] {
        var fields = LocatorWire.fields(of: parameters)
        fields.merge(LocatorWire.fields(of: query, line: lineField)) { own, _ in own }
        if parameters.maxResults > 0 { fields["maxLocations"] = String(parameters.maxResults) }
        if let near = parameters.preferredSearchLocation { fields["location"] = LocatorWire.text(of: near) }
        let json = try await client.call("findAddressCandidates", fields)
        return LocatorWire.candidates(in: json).filter { $0.score >= parameters.minScore }
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
        let json = try await client.call("suggest", fields)
        return (json["suggestions"]?.array ?? []).compactMap { suggestion in
            guard let label = suggestion["text"]?.string else { return nil }
            return SuggestResult(
                label: label, magicKey: suggestion["magicKey"]?.string ?? "",
                isCollection: suggestion["isCollection"]?.bool ?? false)
        }
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
            return LocatorWire.reverse(in: try await client.call("reverseGeocode", fields))
        } catch let error as ServiceError
            where error.code == 400 && error.details.contains(where: { $0.hasPrefix("Unable to find") })
        {
            // Nothing near is an error to the service, and an empty answer to everybody else.
            return []
        }
    }

    /// The best answers first.
    @concurrent
    public func geocode(
        _ records: [GeocodeRecord], _ parameters: GeocodeParameters
    ) async throws -> [GeocodeMatch] {
        if records.isEmpty { return [] }
        var fields = LocatorWire.fields(of: parameters)
        if parameters.resultAttributeNames.isEmpty { fields["outFields"] = nil }
        fields["addresses"] = LocatorWire.addresses(records, line: lineField).text()
        let matches = LocatorWire.matches(in: try await client.call("geocodeAddresses", fields))
        // The order of the answer is nobody's promise: ResultID tells which record it belongs to.
        return records.enumerated().map { index, record in
            let match = matches[index]
            let isGood = match?.result.map { $0.score >= parameters.minScore } ?? false
            guard let match, isGood else { return GeocodeMatch(id: record.id, status: .unmatched, result: nil) }
            return GeocodeMatch(id: record.id, status: match.status, result: match.result)
        }
    }

    private var lineField: String { metadata.info.withLock { $0?.singleLineField } ?? "SingleLine" }
}

extension LocatorTask {
    /// A locator on a geocode service, such as `…/rest/services/World/GeocodeServer`.
    ///
    /// - Parameters:
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(
        url: URL, transport: any HTTPTransport = URLSessionTransport(), credential: (any Credential)? = nil
    ) {
        self.init(backend: LocatorService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
