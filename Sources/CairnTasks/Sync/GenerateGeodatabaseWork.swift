public import CairnCore
import CairnGeo
public import Foundation

/// Makes a geodatabase of a feature service: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let work = GenerateGeodatabaseWork(
///     service: try ServiceURL(url), parameters: GenerateGeodatabaseParameters(), output: file)
/// let geodatabase = try await Job(work, services: access).run().geodatabase
/// ```
///
/// The service is asked for a copy in JSON, which becomes a GeoPackage whose edits are tracked. The copy has a name that nobody else has chosen, and
/// which is part of this description: one that was made just before this process died is found again by it, and forgotten by the service before
/// another is asked for. So it is if the job is cancelled or removed. Object ids are the service's at first; features are told apart by global ids.
///
/// The geodatabase stands at its path only when it is complete; until then it grows in a sibling that ends in `.partial`, and what comes from the
/// service is in one that ends in `.replica.json`.
public struct GenerateGeodatabaseWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.generate-geodatabase"

    /// How services are reached.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: Sendable, Codable, Hashable {
        /// How often the service has been asked for a copy; saved before it is.
        var attempt = 0
        /// What it has answered to the last of them.
        var answer: ReplicaAnswer?
        /// Whether its data are here.
        var isDownloaded = false
        /// The size of the complete geodatabase, once all is written but for its name.
        var finalLength: Int?
        /// The copy in whose place it comes, which its service is to forget then.
        var replaced: ReplacedCopy?
        /// Whether it has come there.
        var isPlaced: Bool?
        /// Whether it may have come there; false while that is known not to be.
        var mayBePlaced: Bool?
        /// The id of the copy that it is.
        var replicaID: String?
        /// The ids of copies whose geodatabases may have come there, and be elsewhere by now.
        var delivered: [String]?
    }

    /// The service, such as `…/FeatureServer`.
    public var service: ServiceURL
    /// What of it.
    public var parameters: GenerateGeodatabaseParameters
    /// Where the GeoPackage goes; a file that is there is replaced at the end. If that is a copy of a service, the service forgets it; one with edits that its
    /// service has not got is not replaced.
    ///
    /// The name of the copy in the service is another one for each place.
    public var output: URL {
        didSet { if output != oldValue { replicaName = "\(replicaName.dropLast(Self.markLength))\(UUID().uuidString)" } }
    }
    /// The name of the copy in the service, chosen so that nobody else has it.
    public var replicaName: String
    /// Where the GeoPackage is in the end, if the folder that it goes into gets another name: there, too, it is in its place.
    package var lastPlace: URL?

    /// A description of the work.
    ///
    /// - Parameters:
    ///   - service: The service, such as `…/FeatureServer`.
    ///   - parameters: What of it.
    ///   - output: Where the GeoPackage goes; a file that is there is replaced at the end.
    ///   - replicaName: What the name of the copy begins with, for people; what tells it from others is added.
    public init(
        service: ServiceURL, parameters: GenerateGeodatabaseParameters, output: URL, replicaName: String = "cairn"
    ) {
        self.service = service
        self.parameters = parameters
        self.output = output
        self.replicaName = "\(replicaName)-\(UUID().uuidString)"
    }

    private static let markLength = 36

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> GeneratedGeodatabase {
        var run = GenerateRun(self, context)
        if let length = context.checkpoint?.finalLength { try await run.complete(length) } else { try await run.run() }
        return GeneratedGeodatabase(url: output)
    }

    /// Trouble of the network may pass, and so may what cannot be read of the service's work. A full disk does not by itself.
    public static func transience(of error: any Error) -> Transience {
        error is UnusableStatus ? .transient() : FeatureExportWork.transience(of: error)
    }

    /// A job that is refused for who asks goes on where it was once there is another credential. So does one whose disk was full, and one whose
    /// service has failed, or has sent what cannot be used: it is asked anew.
    public static func canBeRetried(after error: any Error) -> Bool {
        switch error as? SyncError {
        case .failed?, .unusableAnswer?, .unsentEdits?: true
        default: FeatureExportWork.canBeRetried(after: error)
        }
    }

    /// Makes the service forget the copy. One that it is still making cannot be stopped: it is forgotten when it is there.
    @concurrent
    public func cancelServerJobs(_ ids: [String], after checkpoint: Checkpoint?, services: ServiceAccess) async throws {
        let (service, kept) = (ReplicaService(services.client(self.service)), checkpoint?.delivered ?? [])
        // What is in its place stays, here and there; of others the service was told before.
        guard try await isGivenUp(after: checkpoint, service) else { return }
        for id in ids {
            guard let url = URL(string: id), url.scheme != nil else { continue }
            guard case .running? = try? await service.status(of: url).state else { continue }
            try await service.unregister(named: replicaName, but: kept)
            throw JobError.cancellationUnconfirmed(serverJobIDs: [id])
        }
        try await service.unregister(named: replicaName, but: kept)
    }

    /// The same for a job of which nobody knows how far it has come: what is in the place stays.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws {
        try await cancelServerJobs(ids, after: nil, services: services)
    }

    /// The copy that was replaced, if its service has not been told.
    public func unknownServerJobs(after checkpoint: Checkpoint) -> [String] {
        guard checkpoint.isPlaced == true, let copy = checkpoint.replaced else { return [] }
        return ["the copy \(copy.id.printable()) of \(copy.service), whose geodatabase was replaced"]
    }

    /// Whether the copy goes with the job: not if the geodatabase is in its place. What is beside the place of a map is given up with that.
    ///
    /// - Throws: If it was put in its place, or may have been, and is not to be seen: it may have been moved, and be edited where it is.
    private func isGivenUp(after checkpoint: Checkpoint?, _ service: ReplicaService) async throws -> Bool {
        if parameters.syncModel == .none { return true }
        guard let checkpoint else { return try await replica(in: lastPlace ?? output) == nil }
        guard checkpoint.finalLength != nil, checkpoint.mayBePlaced != false else { return true }
        if try await replica(in: lastPlace ?? output) != nil { return false }
        if lastPlace != nil, try await replica(in: output) != nil { return true }
        if !partial.isForeign, try await replica(in: partial.url) != nil { return true }
        let known = try await service.ids(named: replicaName, but: checkpoint.delivered ?? [])
        if known.isEmpty { return false }
        throw JobError.cancellationUnconfirmed(serverJobIDs: known.map(kept))
    }

    private func kept(_ copy: String) -> String {
        let path = (lastPlace ?? output).path
        return
            "the copy \(copy.printable()) of \(self.service), kept because \(path) may have been moved, and be edited where it is"
    }

    /// What a file says of the copy that it is; nil if that is not the one of this description.
    func replica(in file: URL) async throws -> ReplicaInfo? {
        guard try DurableFile.isSeen(atPath: file.path) else { return nil }
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        let replica: ReplicaInfo?
        do { replica = try await geodatabase.replica } catch {
            try? await geodatabase.close()
            // Of a job that is stopped the file says as much as before; and one that cannot be read just now may be edited.
            guard error is GeodatabaseError || (error as? DatabaseError)?.isCorruption == true else { throw error }
            return nil
        }
        try? await geodatabase.close()
        return replica.flatMap { $0.name.contains(replicaName) ? $0 : nil }
    }

    /// Removes what is half-written, and makes the service forget the copy.
    @concurrent
    public func discardPartialResults(of job: UUID, after checkpoint: Checkpoint?, services: ServiceAccess) async {
        let service = ReplicaService(services.client(service))
        if (try? await isGivenUp(after: checkpoint, service)) == true {
            try? await service.unregister(named: replicaName, but: checkpoint?.delivered ?? [])
        }
        DurableFile.removeUnused(atPaths: partialFiles.map(\.path))
    }

    /// The same for a job of which nobody knows how far it has come: what is in the place stays.
    @concurrent
    public func discardPartialResults(of job: UUID, services: ServiceAccess) async {
        await discardPartialResults(of: job, after: nil, services: services)
    }

    /// The geodatabase as far as it is written, and what it is written from.
    public var partialFiles: [URL] { (partial.isTaken ? [] : written) + DownloadFile.files(for: data) }

    private var written: [URL] { ["", "-wal", "-shm", "-journal"].map { URL(filePath: partial.url.path + $0) } }

    var partial: PartialOutput { PartialOutput(output: output, head: "SQLite format 3\0") }

    /// What comes from the service.
    var data: URL {
        // Another job for the same output has its own.
        let mark = replicaName.suffix(Self.markLength).filter { $0.isHexDigit || $0 == "-" }
        return URL(filePath: "\(output.path).\(mark).replica.json")
    }
}

extension GenerateGeodatabaseWork: SparingWork {
    package var foreignFiles: [URL] { partial.isForeign ? written : [] }
}
