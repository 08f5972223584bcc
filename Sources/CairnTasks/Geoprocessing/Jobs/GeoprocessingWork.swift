public import CairnCore
import Foundation

/// Runs a tool of a geoprocessing service: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let work = GeoprocessingWork(task: try ServiceURL(toolURL), parameters: parameters)
/// let job = try Job(work, services: ServiceAccess(credentials: .standard), configuration: JobConfiguration(store: store))
/// let result = try await job.run()
/// ```
///
/// A tool that makes jobs on its server is asked once for one, which is looked at less and less often until it has ended; what the server says of
/// it becomes messages, each once, and how far it is, progress. Cancelled, the server's job is cancelled, too, as soon as the server takes that:
/// one that is only submitted it refuses to cancel.
///
/// Nobody can ask a server whether it has been asked before. If the answer to that is lost, the job fails and can be retried; where it was lost
/// because this process ended, it is asked again, and a message tells that there may be a job more on the server.
public struct GeoprocessingWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.geoprocessing"

    /// How the service is asked.
    public typealias Services = ServiceAccess

    /// Where the work stands.
    public struct Checkpoint: ServerJobCheckpoint, Hashable {
        /// Whether the tool has been asked to begin, with no answer known.
        var hasBegun = false
        /// How many messages of the server have been passed on.
        var messageCount = 0
        /// A job on the server that has ended without a result: another is submitted when this one is retried.
        var endedJobID: String?
        /// What there is at the end.
        var result: GeoprocessingStoredResult?
    }

    /// The tool.
    public var task: ServiceURL
    /// What it is run with.
    public var parameters: GeoprocessingParameters

    /// A description of the work.
    public init(task: ServiceURL, parameters: GeoprocessingParameters) {
        self.task = task
        self.parameters = parameters
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> GeoprocessingResult {
        let wire = GeoprocessingWire(client: context.services.client(task))
        if let result = context.checkpoint?.result { return GeoprocessingResult(result, parameters, wire) }
        let run = GeoprocessingRun(self, wire, context)
        let result =
            switch parameters.executionType {
            case .synchronousExecute: try await run.execute()
            case .asynchronousSubmit: try await run.submitAndWait()
            }
        return GeoprocessingResult(result, parameters, wire)
    }

    /// Cancels jobs on the server: asks again while it refuses, and looks until each has ended.
    @concurrent
    public func cancelServerJobs(_ ids: [String], services: ServiceAccess) async throws {
        let wire = ToolJobWire(wire: GeoprocessingWire(client: services.client(task)), parameters: parameters)
        try await ServerJobCancellation(wire: wire, clock: services.clock).cancel(ids)
    }

    /// The run of the tool, if the answer to its beginning is lost.
    public func unknownServerJobs(after checkpoint: Checkpoint) -> [String] {
        checkpoint.hasBegun ? ["what \(task) was asked to run, whose answer was lost"] : []
    }

    /// Trouble of the network may pass, and so may answers about a job that cannot be read.
    public static func transience(of error: any Error) -> Transience {
        error is UnusableStatus ? .transient() : BatchGeocodeWork.transience(of: error)
    }

    /// A job that is refused for who asks goes on where it was once there is another credential. So does one that the server could not be
    /// asked about; one that was cancelled or deleted there, or ran out of time, is submitted anew.
    public static func canBeRetried(after error: any Error) -> Bool {
        (error as? GeoprocessingError)?.canBePutRight ?? BatchGeocodeWork.canBeRetried(after: error)
    }
}
