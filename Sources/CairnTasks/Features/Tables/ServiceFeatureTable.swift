public import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// A layer, or a table, of a feature service: its features are asked for and edited.
///
/// ```swift
/// let table = ServiceFeatureTable(url: serviceURL.appending(path: "0"))
/// for try await feature in try await table.queryFeatures(using: QueryParameters(whereClause: "POP > 10000")) {
///     print(feature.attributes)
/// }
/// ```
///
/// It loads itself when first asked. Features come in bounded memory, however many there are: the next page is fetched while the one before is
/// being used, and not the one after that. The object id is always among their attributes.
///
/// Every operation throws what loading throws; ``ServiceError`` and ``TransportError`` if the service fails, or its answer does not say what it
/// must; ``FeatureError``; `CancellationError` if the calling task is cancelled. Edits whose answer is lost are not sent again, see
/// ``EditError``.
public final class ServiceFeatureTable: Loadable, FeatureTable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// Its address, such as `…/FeatureServer/0`.
    public var url: URL { client.url }
    package let client: ServiceClient

    struct Loaded: Sendable {
        let info: FeatureLayerInfo
        let formats: FeatureFormats
    }

    private let loaded = Mutex<Loaded?>(nil)

    init(_ client: ServiceClient) {
        self.client = client
    }

    /// A layer, or a table, of a feature service.
    ///
    /// - Parameters:
    ///   - url: Its address, such as `…/rest/services/Trees/FeatureServer/0`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(
        url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil
    ) {
        self.init(ServiceClient(url: url, transport: transport, credential: credential))
    }

    /// Another layer, or table, of the same service, asked by the same caller.
    package func sibling(_ id: Int) -> ServiceFeatureTable {
        let url = client.url.deletingLastPathComponent().appending(path: "\(id)")
        return ServiceFeatureTable(ServiceClient(url: url, transport: client.transport, credential: client.credentials))
    }

    /// What the layer says of itself; nil until loaded.
    public var info: FeatureLayerInfo? { loaded.withLock { $0?.info } }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let json = try await client.ask("", limit: ServiceClient.descriptionLimit)
        if json["layers"] != nil, json["fields"] == nil { throw FeatureError.notALayer(url: URL.withoutQuery(url)) }
        let info = try FeatureLayerInfo(AnswerPart(json, of: url))
        loaded.withLock { $0 = Loaded(info: info, formats: FeatureFormats(offersPBF: info.supportsPBF)) }
    }

    /// What has been loaded, now if it was not before.
    func whenLoaded() async throws -> Loaded {
        try await load()
        guard let loaded = loaded.withLock(\.self) else { throw CancellationError() }
        return loaded
    }

    func query(_ parameters: QueryParameters) async throws -> FeatureQuery {
        let loaded = try await whenLoaded()
        return FeatureQuery(parameters, of: client, loaded.info, loaded.formats)
    }
}
