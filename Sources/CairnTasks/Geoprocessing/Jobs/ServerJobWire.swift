/// Has jobs made on a server, as geoprocessing services have them, and exports of tiles.
protocol ServerJobWire: Sendable {
    /// What makes jobs, for messages.
    var name: String { get }

    /// Submits a job.
    ///
    /// - Returns: Its id.
    /// - Throws: ``GeoprocessingError/outcomeUnknown(task:reason:)`` if there may be one.
    func submit() async throws -> String

    /// How a job stands.
    ///
    /// - Throws: `UnusableStatus`; what the service throws.
    func status(of jobID: String) async throws -> GeoprocessingJobStatus

    /// Asks for the cancelling of a job.
    ///
    /// - Throws: As ``status(of:)``.
    func cancel(_ jobID: String) async throws -> GeoprocessingJobStatus
}

/// Where a job stands that has one made on a server.
protocol ServerJobCheckpoint: Codable, Sendable {
    init()
    /// Whether the server has been asked to begin, with no answer known.
    var hasBegun: Bool { get set }
    /// How many messages of the server have been passed on.
    var messageCount: Int { get set }
    /// A job on the server that has ended without a result: another is submitted when this one is retried.
    var endedJobID: String? { get set }
}
