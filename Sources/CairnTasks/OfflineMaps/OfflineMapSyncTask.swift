public import CairnCore
import CairnGeo
public import Foundation

/// Brings an offline map up to date.
///
/// ```swift
/// let task = OfflineMapSyncTask(packageURL: folder)
/// if try await task.checkForUpdates().uploadAvailability == .available {
///     let job = try task.makeSyncOfflineMapJob(parameters: try await task.makeDefaultOfflineMapSyncParameters())
///     if try await job.run().isMobileMapPackageReopenRequired { /* open the package again */ }
/// }
/// ```
///
/// Every operation throws ``OfflineMapError``, `GeodatabaseError`, `DatabaseError`; ``ServiceError`` and ``TransportError`` if a service fails.
public final class OfflineMapSyncTask: Sendable {
    /// The folder of the map.
    public let packageURL: URL
    package let access: ServiceAccess
    private var package: SyncedPackage { SyncedPackage(folder: packageURL) }

    /// An offline map.
    ///
    /// - Parameters:
    ///   - map: One of a package.
    ///   - transport: How requests to its services travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    /// - Throws: ``OfflineMapError/notOffline(path:)`` if it is none.
    public convenience init(
        map: Map, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil
    ) throws {
        guard let url = map.baseURL, url.isFileURL else { throw OfflineMapError.notOffline(path: map.item?.id ?? "The map") }
        self.init(packageURL: url, transport: transport, credential: credential)
    }

    /// The folder of an offline map.
    ///
    /// - Parameters:
    ///   - packageURL: The folder.
    ///   - transport: How requests to its services travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    public init(packageURL: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.packageURL = URL(filePath: packageURL.path)
        access = ServiceAccess(credentials: .holding(credential), transport: transport)
    }

    /// How the map can be brought up to date.
    @concurrent
    public func updateCapabilities() async throws -> OfflineMapUpdateCapabilities {
        OfflineMapUpdateCapabilities(
            supportsScheduledUpdatesForFeatures: try package.manifest().preplanned?.packages.isEmpty == false,
            supportsSyncWithFeatureServices: try await !package.replicas().isEmpty)
    }

    /// What there is to bring the map up to date with.
    @concurrent
    public func checkForUpdates() async throws -> OfflineMapUpdatesInfo {
        let (replicas, updates) = (try await package.replicas(), try await package.updates(access))
        return OfflineMapUpdatesInfo(
            downloadAvailability: !updates.isEmpty ? .available : replicas.isEmpty ? .none : .indeterminate,
            uploadAvailability: replicas.contains(where: \.hasLocalEdits) ? .available : .none,
            scheduledUpdatesDownloadSize: updates.reduce(0) { sum, update in
                let (sum, isTooLarge) = sum.addingReportingOverflow(max(0, update.size))
                return isTooLarge ? .max : sum
            },
            isMobileMapPackageReopenRequired: !updates.isEmpty)
    }

    /// Parameters for all that can be brought up to date.
    @concurrent
    public func makeDefaultOfflineMapSyncParameters() async throws -> OfflineMapSyncParameters { OfflineMapSyncParameters() }

    /// A job, not yet started, that brings the map up to date.
    ///
    /// - Parameters:
    ///   - parameters: How.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: `JobError`.
    public func makeSyncOfflineMapJob(
        parameters: OfflineMapSyncParameters, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<OfflineMapSyncWork> {
        try Job(OfflineMapSyncWork(package: packageURL, parameters: parameters), services: access, configuration: configuration)
    }
}
