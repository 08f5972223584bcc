/// A piece of work as a record holds it, for its migration to a newer version.
public struct StoredWork: Sendable {
    /// The parameters, as the work encoded them.
    public var work: JSONValue
    /// How far it had come; nil at the beginning.
    public var checkpoint: JSONValue?
}

extension JobNode {
    /// The node as the current version of the work understands it.
    func migrated<Work: JobWork>(to type: Work.Type) throws(JobError) -> JobNode {
        if version == Work.version { return self }
        guard version < Work.version else {
            throw .newerWork(kind: kind, found: version, supported: Work.version)
        }
        var stored = StoredWork(work: work, checkpoint: checkpoint)
        do { try Work.migrate(&stored, from: version) } catch {
            throw .notMigratable(kind: kind, from: version, reason: JobFailure(error).message)
        }
        var node = self
        (node.version, node.work, node.checkpoint) = (Work.version, stored.work, stored.checkpoint)
        return node
    }

    /// The parameters and the checkpoint, checked, in their types.
    func decodedWork<Work: JobWork>(of record: String) throws(JobError) -> Work {
        do {
            _ = try checkpoint?.decode(Work.Checkpoint.self)
            return try work.decode()
        } catch {
            throw .unreadable(file: record, reason: error.words)
        }
    }
}

/// Why work of an older version cannot be gone on with, where its type does not say.
struct NoMigration: Error, CustomStringConvertible {
    var description: String { "its type has no migrate(_:from:) for that" }
}
