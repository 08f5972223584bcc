public import Foundation

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
            throw JobError.unreadable(file: "The checkpoint of \(Work.kind)", reason: error.words)
        }
    }

    /// The job whose body this is; a child's is its parent's.
    public var jobID: UUID { host.jobID }

    /// Time for the work's own delays.
    public var clock: any Clock<Duration> { host.configuration.clock }

    /// Chance for the work's own jitter.
    public var random: RandomSource { host.configuration.random }

    /// Keeps a checkpoint, and returns once it is durable. A pause does not interrupt it; a store in trouble is ridden out.
    ///
    /// - Throws: ``JobError/claimLost(_:)`` if another process has taken the job over; ``JobError/notStorable(reason:)``;
    ///   ``JobError/outage(lasted:cause:)`` if the store did not accept it for too long; `CancellationError` if the job was stopped while the
    ///   store was in trouble.
    @concurrent
    public func save(_ checkpoint: Work.Checkpoint) async throws {
        let checkpoint = try JobRecord.storable(checkpoint)
        keep { checkpoint }
        try await flush()
    }

    /// Keeps a checkpoint that is in the form of records already; ``flush()`` makes it durable.
    ///
    /// - Parameter checkpoint: Asked under the job's lock, so that of two calls side by side the later one keeps what is newer.
    package func keep(_ checkpoint: @Sendable () -> JSONValue) {
        let isNews = host.change(path, wantsSaving: true) { node in
            let checkpoint = checkpoint()
            defer { node.checkpoint = checkpoint }
            return node.checkpoint != checkpoint
        }
        // The same again, from a body that began anew, says nothing of the server that it then asks.
        if isNews == true { reportAnswer() }
    }

    /// Returns once everything kept so far is durable. A pause does not interrupt it.
    @concurrent
    package func flush() async throws {
        try await host.saved()
    }

    /// Tells how much of this work's own part is done, 0…1. Less than before is ignored.
    public func reportProgress(_ fraction: Double) {
        guard fraction.isFinite else { return }
        host.change(path, wantsSaving: false) { $0.fraction = max($0.fraction, min(1, fraction)) }
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

    /// Tells that the work has got on, which ends an outage of the work as a whole: for work that keeps no checkpoint of it, as where its children do
    /// the rest: what a child keeps counts for the child.
    public func reportAnswer() {
        host.answered(OutageClocks.Operation(path: path))
    }

    /// The ids of this work on servers, in the order they were submitted.
    public var serverJobIDs: [String] { host.node(at: path)?.serverJobIDs ?? [] }

    /// The id of this work's job on a server: submits it, unless the record holds an id already.
    ///
    /// Once sent, the request is let finish and its id is recorded, pause or not: a job on a server that nobody knows
    /// of can neither be resumed nor cancelled. One that cannot be recorded, for somebody else has taken the job over, is cancelled.
    ///
    /// Of two calls side by side each submits: a job is submitted in one place.
    ///
    /// - Parameter request: Sends the request, and returns the id in the answer.
    /// - Throws: What `request` throws; after the id is recorded `CancellationError` if the job was stopped meanwhile;
    ///   ``JobError/needsServer(kind:)`` where the output of a job that has ended is rebuilt.
    @concurrent
    @discardableResult
    public func submitOnce(_ request: @escaping @Sendable () async throws -> String) async throws -> String {
        if let id = serverJobIDs.last { return id }
        return try await submitAnother(request)
    }

    /// To be called just before the output is put in its place: from then on a pause or a cancellation comes too late, and the job succeeds; or, if
    /// the work throws after all, is paused or cancelled then.
    ///
    /// What the work does after that is to be short, and whoever stops the job meanwhile cuts it short: what throws then, and is no matter, is to be passed
    /// over, as a ``save(_:)`` that the store refuses. Of a child's work it only looks whether that is to go on, for its parent has more to do.
    ///
    /// The word lasts as long as the process: of one that is killed before the job has ended, the job that is restored can be cancelled though its output
    /// may be in place.
    ///
    /// - Throws: `CancellationError` if the job was paused or cancelled before: nothing may be put in place.
    public func commit() throws {
        try Task.checkCancellation()
        if path.isEmpty { try host.commit() }
    }

    /// Does what is left when the output is in its place, such as to note that. Whatever that throws is no matter, and passed over with what comes after
    /// it: the job has succeeded.
    ///
    /// - Throws: ``JobError/claimLost(_:)``: somebody else has the job, and goes on with it.
    package func afterPlacing(_ body: () async throws -> Void) async throws {
        do { try await body() } catch JobError.claimLost(let id) { throw JobError.claimLost(id) } catch {}
    }

    /// Whether the job was paused or cancelled after ``commit()``.
    package var isStoppedTooLate: Bool { path.isEmpty && host.isStoppedTooLate }

    /// Whether the work is to be done: of a job that has ended only the output is rebuilt, without a word to a server.
    package var isAtWork: Bool {
        do { try host.checkMaySubmit(Work.kind) } catch JobError.needsServer { return false } catch {}
        return true
    }

    /// Submits a job to a server, whether or not there was one before: for work that needs several, or a new one for one that is gone.
    ///
    /// - Throws: As ``submitOnce(_:)``.
    @concurrent
    @discardableResult
    public func submitAnother(_ request: @escaping @Sendable () async throws -> String) async throws -> String {
        try Task.checkCancellation()
        try host.checkMaySubmit(Work.kind)
        let (host, path) = (host, path)
        // Awaiting the value of a task does not pass cancellation on to it.
        let (id, isRecorded) = try await Task {
            let id = try await request()
            return (id, host.submitted(id, at: path))
        }.value
        // Whoever has the job now knows nothing of this one.
        if !isRecorded {
            await disown(id)
            try host.checkMaySubmit(Work.kind)
            throw CancellationError()
        }
        reportAnswer()
        do {
            try await host.saved()
        } catch {
            // While the claim stands the id stays with the job, and is saved, or disowned when the claim is lost.
            if host.leave(id, at: path) { await disown(id) }
            throw error
        }
        try Task.checkCancellation()
        return id
    }

    /// In a task of its own, for the body's is cancelled.
    private func disown(_ id: String) async {
        let (host, path) = (host, path)
        await Task { await host.disown(id, at: path) }.value
    }
}
