import Foundation

/// The kinds of work that records can be restored to, each with its services.
///
/// ```swift
/// let kinds = JobKinds()
/// kinds.register(CountLines.self)
/// kinds.register(Upload.self) { Account(token: try readToken()) }
/// let job = try kinds.restore(record)
/// ```
public final class JobKinds: Sendable {
    private struct Kind: Sendable {
        let restore: @Sendable (JobRecord, JobConfiguration) throws(JobError) -> any JobProtocol
        let cancelServerJobs: @Sendable (JobNode) async throws -> Void
        let unknownServerJobs: @Sendable (JobNode) -> [String]
        let discardPartialResults: @Sendable (JobNode, UUID) async throws -> Void
    }

    private let kinds = Guarded<[String: Kind]>([:])

    /// No kinds yet.
    public init() {}

    /// Makes a kind known. `services` is called when a restored job is started, not before.
    public func register<Work: JobWork>(
        _ type: Work.Type, services: @escaping @Sendable () throws -> Work.Services
    ) {
        let kind = Kind { (record, configuration) throws(JobError) in
            try Job<Work>(restoring: record, configuration: configuration, services: services)
        } cancelServerJobs: { node in
            let node = try node.migrated(to: Work.self)
            let work: Work = try node.decodedWork(of: node.kind)
            try await work.cancelServerJobs(node.serverJobIDs, afterStored: node.checkpoint, services: services())
        } unknownServerJobs: { node in
            guard let node = try? node.migrated(to: Work.self), let checkpoint = node.checkpoint,
                let work: Work = try? node.decodedWork(of: node.kind)
            else { return [] }
            return work.unknownServerJobs(afterStored: checkpoint)
        } discardPartialResults: { node, job in
            let node = try node.migrated(to: Work.self)
            let work: Work = try node.decodedWork(of: node.kind)
            await work.discardPartialResults(of: job, afterStored: node.checkpoint, services: try services())
        }
        kinds.change { kinds, wakes in
            if let old = kinds.updateValue(kind, forKey: Work.kind) { wakes.release(old) }
        }
    }

    /// Makes a kind known that needs no services.
    public func register<Work: JobWork>(_ type: Work.Type) where Work.Services == Void {
        register(type) {}
    }

    /// A job of the record's kind: paused, or as it had ended.
    ///
    /// - Throws: ``JobError/unknownKind(_:)``, ``JobError/unreadable(file:reason:)``, ``JobError/newerWork(kind:found:supported:)``,
    ///   ``JobError/notMigratable(kind:from:reason:)``.
    public func restore(
        _ record: JobRecord, configuration: JobConfiguration = JobConfiguration()
    ) throws(JobError) -> any JobProtocol {
        guard let kind = kinds.read({ $0[record.kind] }) else { throw .unknownKind(record.kind) }
        var configuration = configuration
        configuration.kinds = configuration.kinds ?? self
        return try kind.restore(record, configuration)
    }

    func cancelServerJobs(of node: JobNode) async throws {
        try await kind(of: node).cancelServerJobs(node)
    }

    /// None of a kind that is not known.
    func unknownServerJobs(of node: JobNode) -> [String] { (try? kind(of: node))?.unknownServerJobs(node) ?? [] }

    func discardPartialResults(of node: JobNode, in job: UUID) async throws {
        try await kind(of: node).discardPartialResults(node, job)
    }

    private func kind(of node: JobNode) throws(JobError) -> Kind {
        guard let kind = kinds.read({ $0[node.kind] }) else { throw .unknownKind(node.kind) }
        return kind
    }
}
