public import CairnCore
import CairnGeo
public import Foundation

/// Brings a geodatabase in step with the service that it is a copy of: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let work = SyncGeodatabaseWork(service: try ServiceURL(url), parameters: SyncGeodatabaseParameters(), geodatabase: file)
/// for layer in try await Job(work, services: access).run().layers where !layer.conflicts.isEmpty { print(layer) }
/// ```
///
/// Each local edit reaches the service once. What is to be sent is set apart in the file, in one transaction; what is edited from then on goes with
/// the next sync. If the answer is lost, the service is asked how far it is with the copy before anything is sent again; where it does not say,
/// what it has changed is fetched first, and a feature that has changed there meanwhile is not overwritten. What the service has answered is taken
/// over in one transaction, too, together with the generation that it is of.
public struct SyncGeodatabaseWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.sync-geodatabase"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands; what has become of local edits is known to the file alone.
    public struct Checkpoint: Sendable, Codable, Hashable {
        /// Tells this sync from others, in the file and to the service.
        var mark = UUID().uuidString
        /// What the service has answered; nil while it has not been asked, or nobody knows.
        var answer: ReplicaAnswer?
        /// Whether only what has changed in the service has been asked for, for nobody knows whether local edits have arrived.
        var isInDoubt = false
        /// What has come of that.
        var doubtful: [SyncLayerResult]?
        /// Whether its data are here.
        var isDownloaded = false
        /// What it has come to, at the end.
        var result: SyncResult?
    }

    /// The service, such as `…/FeatureServer`.
    public var service: ServiceURL
    /// How.
    public var parameters: SyncGeodatabaseParameters
    /// The geodatabase, one that a ``GenerateGeodatabaseWork`` has made.
    public var geodatabase: URL

    /// A description of the work.
    public init(service: ServiceURL, parameters: SyncGeodatabaseParameters, geodatabase: URL) {
        (self.service, self.parameters, self.geodatabase) = (service, parameters, geodatabase)
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> SyncResult {
        if let result = context.checkpoint?.result { return result }
        let lock = try SyncLock(of: geodatabase)
        defer { lock.release() }
        let geodatabase = Geodatabase(fileURL: geodatabase)
        do {
            var run = try await SyncRun(self, context, geodatabase)
            let result = try await run.run()
            try await geodatabase.close()
            return result
        } catch {
            try? await geodatabase.close()
            throw error
        }
    }

    /// Trouble of the network may pass, and so may what cannot be read of the service's work. A full disk does not by itself.
    public static func transience(of error: any Error) -> Transience {
        error is UnusableStatus ? .transient() : FeatureExportWork.transience(of: error)
    }

    /// A job that is refused for who asks goes on where it was once there is another credential. So does one whose disk was full, and one whose
    /// service has failed.
    public static func canBeRetried(after error: any Error) -> Bool {
        switch error as? SyncError {
        case .failed?, .underWay?, .outcomeUnknown?, .unusableAnswer?: true
        default: FeatureExportWork.canBeRetried(after: error)
        }
    }

    /// Tells which syncs the service is still carrying out, for it cannot stop any. What becomes of the edits then the next sync finds out.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws {
        let service = ReplicaService(services.client(self.service))
        for id in ids {
            guard let url = URL(string: id), url.scheme != nil else { continue }
            if try await service.status(of: url).state == .running { throw JobError.cancellationUnconfirmed(serverJobIDs: [id]) }
        }
    }

    /// What is sent and what comes, while it does.
    public var partialFiles: [URL] { [edits, SyncDeltas.partial(of: geodatabase)] + DownloadFile.files(for: data) }

    /// Local edits as they are sent.
    var edits: URL { URL(filePath: geodatabase.path + ".sync-edits") }
    /// What comes from the service.
    var data: URL { URL(filePath: geodatabase.path + ".sync.json") }
}
