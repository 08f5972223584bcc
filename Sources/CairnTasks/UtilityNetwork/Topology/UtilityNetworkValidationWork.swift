public import CairnCore
public import CairnGeo
import Foundation

/// Has a service validate the topology of its utility network: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let network = UtilityNetwork(url: serviceURL)
/// let job = try network.makeValidateNetworkTopologyJob(forExtent: area)
/// print(try await job.run().hasErrors)
/// ```
///
/// The service does it while its caller waits for other things, and tells how it is with it at an address of its own. It cannot be told to stop: a
/// job that is cancelled while the service is at it ends with a note of that. To validate twice does no harm, so that it is asked for once more if
/// an answer is lost.
///
/// This is written after descriptions of the service, and has been tried with a stand-in for it only.
public struct UtilityNetworkValidationWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.validate-network-topology"

    /// How the service is reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: Sendable, Codable, Hashable {
        /// Whether the service has been asked to begin, with no answer known.
        var hasBegun = false
        /// An address at which the service has told that it could not do it, or does not know of it: it is asked anew when this is retried.
        var endedStatus: String?
        /// What there is at the end.
        var result: UtilityNetworkValidationResult?
    }

    /// The service, such as `…/UtilityNetworkServer`.
    public var service: ServiceURL
    /// Where edits are validated.
    public var extent: Envelope
    /// The version of the data; nil for the default.
    public var versionName: String?

    /// A description of the work.
    ///
    /// - Parameters:
    ///   - service: The service, such as `…/UtilityNetworkServer`.
    ///   - extent: Where edits are validated.
    ///   - versionName: The version of the data; nil for the default.
    public init(service: ServiceURL, extent: Envelope, versionName: String? = nil) {
        (self.service, self.extent, self.versionName) = (service, extent, versionName)
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> UtilityNetworkValidationResult {
        if let result = context.checkpoint?.result { return result }
        return try await UtilityNetworkValidationRun(self, context).run()
    }

    /// Looks whether the service is at it still: it cannot be told to stop.
    ///
    /// - Throws: `JobError.cancellationUnconfirmed` with the addresses of what may go on.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws {
        let wire = wire(services)
        var left: [String] = []
        for id in ids where id != finishedAtOnce {
            if try await isPerhapsRunning(id, wire) { left.append(id) }
        }
        if !left.isEmpty { throw JobError.cancellationUnconfirmed(serverJobIDs: left) }
    }

    private func isPerhapsRunning(_ id: String, _ wire: UtilityNetworkWire) async throws -> Bool {
        guard let url = URL(string: id), url.scheme != nil else { return false }
        do {
            guard case .running = try UtilityValidationStatus(await wire.status(at: url)) else { return false }
            return true
        } catch let error as ServiceError where [400, 404, 410].contains(error.code) {
            return false
        } catch is UtilityNetworkError {
            // It has refused to do it.
            return false
        } catch { return true }
    }

    /// The validation, if the answer to its beginning is lost.
    public func unknownServerJobs(after checkpoint: Checkpoint) -> [String] {
        checkpoint.hasBegun ? ["what \(service) was asked to validate, whose answer was lost"] : []
    }

    /// Trouble of the network may pass, and so may answers about the work that cannot be read.
    public static func transience(of error: any Error) -> Transience {
        error is UnusableStatus ? .transient() : BatchGeocodeWork.transience(of: error)
    }

    /// A job that is refused for who asks goes on where it was once there is another credential. So does one that the service has refused, as while
    /// somebody else validates, or could not carry out, and one whose beginning was answered with what cannot be read.
    public static func canBeRetried(after error: any Error) -> Bool {
        if let error = error as? TransportError, error.isOfAnswer { return true }
        return (error as? UtilityNetworkError)?.canBePutRight ?? BatchGeocodeWork.canBeRetried(after: error)
    }

    func wire(_ services: ServiceAccess) -> UtilityNetworkWire {
        UtilityNetworkWire(network: services.client(service), versionName: versionName)
    }

    /// What stands in the place of the address of a service that has done it at once.
    var finishedAtOnce: String { "\(service)/validateNetworkTopology" }
}
