import Synchronization

/// The kinds of work that records can be restored to, each with its services.
///
/// ```swift
/// let kinds = JobKinds()
/// kinds.register(CountLines.self)
/// kinds.register(BatchGeocodeWork.self) { GeocodingServices(transport: transport) }
/// let job = try kinds.restore(record)
/// ```
public final class JobKinds: Sendable {
    private struct Kind: Sendable {
        let restore: @Sendable (JobRecord, JobConfiguration) throws -> any JobProtocol
        let cancelServerJobs: @Sendable (JobNode) async throws -> Void
    }

    private let kinds = Mutex<[String: Kind]>([:])

    /// No kinds yet.
    public init() {}

    /// Makes a kind known. `services` is called when a restored job is started, not before.
    public func register<Work: JobWork>(
        _ type: Work.Type, services: @escaping @Sendable () throws -> Work.Services
    ) {
        let kind = Kind { record, configuration in
            try Job<Work>(restoring: record, configuration: configuration, services: services)
        } cancelServerJobs: { node in
            try await node.work.decode(Work.self).cancelServerJobs(node.serverJobIDs, services: services())
        }
        kinds.withLock { $0[Work.kind] = kind }
    }

    /// Makes a kind known that needs no services.
    public func register<Work: JobWork>(_ type: Work.Type) where Work.Services == Void {
        register(type) {}
    }

    /// A paused job of the record's kind.
    ///
    /// - Throws: ``JobError/unknownKind(_:)``, ``JobError/unreadable(file:reason:)``.
    public func restore(
        _ record: JobRecord, configuration: JobConfiguration = JobConfiguration()
    ) throws -> any JobProtocol {
        guard let kind = kinds.withLock({ $0[record.kind] }) else { throw JobError.unknownKind(record.kind) }
        var configuration = configuration
        configuration.kinds = configuration.kinds ?? self
        return try kind.restore(record, configuration)
    }

    func cancelServerJobs(of node: JobNode) async throws {
        guard let kind = kinds.withLock({ $0[node.kind] }) else { throw JobError.unknownKind(node.kind) }
        try await kind.cancelServerJobs(node)
    }
}
