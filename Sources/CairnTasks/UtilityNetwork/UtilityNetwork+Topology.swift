public import CairnCore
public import CairnGeo
import Foundation

extension UtilityNetwork {
    /// How the network is, asked each time.
    ///
    /// It is taken from the table of dirty areas; as the services' descriptions have it, the bits 1, 2 and 4 of a row's status are edits, and 8, 16
    /// and 32 errors.
    public var state: UtilityNetworkState {
        get async throws {
            let loaded = try await whenLoaded()
            return try await UtilityStateInquiry(wire: loaded.wire, layerID: loaded.layerID).state()
        }
    }

    /// A job, not yet started, that has the service validate the topology: make the network know of the edits in an extent.
    ///
    /// - Parameters:
    ///   - extent: Where.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``UtilityNetworkError/notAFeatureService(url:)``; ``ServiceURL/HoldsSecret``, `JobError`.
    public func makeValidateNetworkTopologyJob(
        forExtent extent: Envelope, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<UtilityNetworkValidationWork> {
        let wire = try UtilityNetworkWire(client, versionName: versionName)
        let work = UtilityNetworkValidationWork(
            service: try ServiceURL(wire.network.url), extent: extent, versionName: versionName)
        return try Job(work, services: client.access, configuration: configuration)
    }
}
