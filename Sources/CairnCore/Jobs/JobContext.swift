/// What a job's body works with: its services, its checkpoint, and ways to report.
public struct JobContext<Work: JobWork>: Sendable {
    /// What was supplied for this kind of work.
    public let services: Work.Services
    /// Where this run continues from; nil at the very beginning. A later `save` does not change it.
    public let checkpoint: Work.Checkpoint?

    let host: any JobHost
    let path: [String]

    init(host: any JobHost, path: [String], services: Work.Services) throws {
        self.host = host
        self.path = path
        self.services = services
        do {
            checkpoint = try host.node(at: path)?.checkpoint?.decode()
        } catch {
            // To begin anew would throw away what was done, and perhaps do it twice.
            throw JobError.unreadable(file: "The checkpoint of \(Work.kind)", reason: "\(error)")
        }
    }

    /// Time for the work's own delays.
    public var clock: any Clock<Duration> { host.configuration.clock }

    /// Chance for the work's own jitter.
    public var random: RandomSource { host.configuration.random }

    /// Keeps a checkpoint, and returns once it is durable. A pause does not interrupt it.
    ///
    /// - Throws: ``JobError/claimLost(_:)`` if another process has taken the job over; ``JobError/notStorable(reason:)``;
    ///   what the store throws.
    @concurrent
    public func save(_ checkpoint: Work.Checkpoint) async throws {
        let json = try JobRecord.storable(checkpoint)
        host.update(path, wantsSaving: true) { $0.checkpoint = json }
        host.answered()
        try await host.flush()
    }

    /// Keeps a checkpoint that is in the form of records already, in the order of the calls; ``flush()`` makes it durable.
    package func keep(_ checkpoint: JSONValue) {
        host.update(path, wantsSaving: true) { $0.checkpoint = checkpoint }
        host.answered()
    }

    /// Returns once everything kept so far is durable. A pause does not interrupt it.
    @concurrent
    package func flush() async throws {
        try await host.flush()
    }

    /// Tells how much of this work's own part is done, 0…1. Less than before is ignored.
    public func reportProgress(_ fraction: Double) {
        guard fraction.isFinite else { return }
        host.update(path, wantsSaving: false) { $0.fraction = max($0.fraction, min(1, fraction)) }
    }

    /// Tells how much is done.
    public func reportProgress(completed: Int, of total: Int) {
        if total > 0 { reportProgress(Double(completed) / Double(total)) }
    }

    /// Adds a message to the job's log.
    public func post(
        _ text: String, severity: JobMessage.Severity = .info, source: JobMessage.Source = .client
    ) {
        host.post(JobMessage(text, severity: severity, source: source))
    }

    /// Tells that a server has answered, which ends an outage.
    public func reportAnswer() {
        host.answered()
    }

    /// The ids of this work on servers, in the order they were submitted.
    public var serverJobIDs: [String] { host.node(at: path)?.serverJobIDs ?? [] }

    /// Sends a request whose answer is the id of a job on a server, and records the id.
    ///
    /// Once sent, the request is let finish and its id is recorded, pause or not: a job on a server that nobody knows
    /// of can neither be resumed nor cancelled.
    ///
    /// - Throws: What `request` throws; after the id is recorded `CancellationError` if the job was stopped meanwhile.
    @concurrent
    @discardableResult
    public func submit(_ request: @escaping @Sendable () async throws -> String) async throws -> String {
        try Task.checkCancellation()
        let (host, path) = (host, path)
        // Awaiting the value of a task does not pass cancellation on to it.
        let id = try await Task {
            let id = try await request()
            host.update(path, wantsSaving: true) { $0.serverJobIDs.append(id) }
            host.answered()
            try await host.flush()
            return id
        }.value
        try Task.checkCancellation()
        return id
    }
}
