public import CairnCore
import CairnGeo
public import Foundation
import Synchronization

/// Makes geodatabases of a feature service, and brings them in step with it.
///
/// ```swift
/// let task = GeodatabaseSyncTask(url: serviceURL)
/// let parameters = try await task.makeDefaultGenerateGeodatabaseParameters()
/// let job = try task.makeGenerateGeodatabaseJob(parameters: parameters, downloadFileURL: file)
/// let geodatabase = try await job.run().geodatabase
/// ```
///
/// The service is asked for JSON, and a GeoPackage is made of it, whatever the file is called. Every operation throws what loading throws;
/// ``ServiceError`` and ``TransportError`` if the service fails, or its answer does not say what it must; ``SyncError``; `CancellationError` if
/// the calling task is cancelled.
public final class GeodatabaseSyncTask: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The service, such as `…/FeatureServer`.
    public var url: URL { client.url }
    package let client: ServiceClient
    private let loaded = Mutex<FeatureServiceInfo?>(nil)

    /// A feature service.
    ///
    /// - Parameters:
    ///   - url: Its address, such as `…/rest/services/Trees/FeatureServer`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        client = ServiceClient(url: url, transport: transport, credential: credential)
    }

    /// What the service says of itself; nil until loaded.
    public var info: FeatureServiceInfo? { loaded.withLock(\.self) }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        let json = try await client.ask("", limit: ServiceClient.descriptionLimit)
        let info = try FeatureServiceInfo(AnswerPart(json, of: url))
        loaded.withLock { $0 = info }
    }

    /// What has been loaded, now if it was not before.
    func whenLoaded() async throws -> FeatureServiceInfo {
        try await load()
        guard let info else { throw CancellationError() }
        return info
    }

    var access: ServiceAccess { ServiceAccess(credentials: client.credentials, transport: client.transport) }
}
