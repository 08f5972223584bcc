public import Foundation

/// A job as it is stored: everything another process needs to go on with it, and no secret.
///
/// The JSON form is described in Docs/JobFormat.md. It holds no `null`, so that it fits into a property list.
public struct JobRecord: Sendable, Hashable, Identifiable {
    /// The format this version writes, and the newest it reads.
    public static let currentFormat = 1

    /// The job's own id, given at birth.
    public let id: UUID
    /// When the job was made.
    public let created: Date
    /// When the job had ended, if it has.
    public internal(set) var ended: Date?
    /// The status when this was written.
    public internal(set) var status: JobStatus
    /// The progress, 0…100.
    public internal(set) var progress: Double
    /// How many times the record had been written; a larger number is a newer record.
    public package(set) var revision: Int
    /// Why the job failed, if it did.
    public internal(set) var failure: JobFailure?
    /// The ids of server jobs that could not be cancelled, of a job that was cancelled.
    public internal(set) var unconfirmedServerJobIDs: [String] = []
    /// What the job has said.
    public internal(set) var messages: [JobMessage]
    var node: JobNode

    /// The stable name of the kind of work.
    public var kind: String { node.kind }
    /// The parameters of the work.
    public var work: JSONValue { node.work }
    /// How far the work had come.
    public var checkpoint: JSONValue? { node.checkpoint }
    /// The version of the form of `work` and `checkpoint`.
    public var workVersion: Int { node.version }
    /// The half-written files of the job and its children, which are kept unless it is cancelled or removed.
    public var partialFiles: [URL] {
        var files: [String] = []
        node.forEach { files += $1.partialFiles }
        return files.map { URL(filePath: $0) }
    }
    /// The ids of this job, and of its children, on servers.
    public var serverJobIDs: [String] { node.serverJobs().flatMap(\.node.serverJobIDs) }
}

extension JobRecord {
    /// Reads a record.
    ///
    /// - Throws: ``JobError/newerFormat(found:supported:)``, ``JobError/unreadable(file:reason:)``.
    public init(json: JSONValue) throws(JobError) {
        let members = try RecordMembers(json)
        guard let format = try members.whole("cairnJob", in: 1...Int.max) else { throw members.missing("cairnJob") }
        guard format <= Self.currentFormat else {
            throw .newerFormat(found: format, supported: Self.currentFormat)
        }
        id = try members.uuid("id")
        status = try members.name("status", of: "status")
        created = try members.date("created") ?? Date(timeIntervalSince1970: 0)
        progress = try members.number("progress", in: Self.progressRange) ?? 0
        revision = try members.whole("revision", in: Self.revisionRange) ?? 0
        failure = try members.failure("failure")
        ended = try members.date("ended")
        unconfirmedServerJobIDs = try members.texts("unconfirmedServerJobIDs") ?? []
        messages = try members.messages("messages")
        node = try JobNode(members)
    }

    /// Reads a record from a JSON document.
    ///
    /// - Throws: ``JobError/newerFormat(found:supported:)``; ``JobError/unreadable(file:reason:)``, also for what is no JSON.
    public init(jsonData data: Data) throws(JobError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: data)
        } catch {
            throw RecordMembers.unreadable(error.words)
        }
        try self.init(json: json)
    }

    /// The record as JSON, free of secrets and of nulls.
    public var json: JSONValue {
        var members = node.json
        members["cairnJob"] = .integer(Self.currentFormat)
        members["id"] = .string(id.uuidString)
        members["created"] = JSONValue(milliseconds: created.asRecorded)
        members["ended"] = ended.map { JSONValue(milliseconds: $0.asRecorded) }
        members["status"] = .string(status.rawValue)
        members["progress"] = .number(progress.clamped(to: Self.progressRange))
        members["revision"] = .integer(min(revision, Self.revisionRange.upperBound))
        members["failure"] = failure?.json
        if !unconfirmedServerJobIDs.isEmpty {
            members["unconfirmedServerJobIDs"] = .array(unconfirmedServerJobIDs.map { .string($0) })
        }
        if !messages.isEmpty { members["messages"] = .array(messages.map(\.json)) }
        return .object(members)
    }

    /// The names of all members that a record can have.
    package static let memberNames: Set<String> = [
        "cairnJob", "id", "created", "ended", "status", "progress", "revision", "failure", "unconfirmedServerJobIDs", "messages",
        "kind", "version",
        "work", "checkpoint", "fraction", "weight", "submitted", "partialFiles", "outageSeconds", "serverJobIDs", "children",
    ]

    /// A value in the form a record can keep: members that are null left out.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` for a null in a list, which property lists cannot hold, and for what
    ///   nests deeper than ``maximumDepth``.
    package static func storable(_ value: some Encodable) throws(JobError) -> JSONValue {
        let json = try encoded(value)
        guard !json.isDeeper(than: maximumDepth) else {
            throw .notStorable(reason: "lists or objects nested deeper than \(maximumDepth)")
        }
        return try withoutNulls(json)
    }

    private static func encoded(_ value: some Encodable) throws(JobError) -> JSONValue {
        do {
            return try JSONValue(encoding: value)
        } catch EncodingError.invalidValue(_, let context) {
            // Not the value, which may be long. Nesting without end is refused here, too, and not by that name.
            let place = context.codingPath.prefix(8).map(\.stringValue).joined(separator: ".")
            let reason = "\(context.debugDescription) \(place.isEmpty ? "" : "(\(place)) ")"
            throw .notStorable(reason: reason + "Nothing may nest deeper than \(maximumDepth)")
        } catch let error as JSONSyntaxError {
            throw .notStorable(reason: "it is encoded as something else than JSON, at byte \(error.offset)")
        } catch {
            throw .notStorable(reason: error.words)
        }
    }

    private static func withoutNulls(_ value: JSONValue) throws(JobError) -> JSONValue {
        switch value {
        case .null:
            throw .notStorable(reason: "a null in a list, or alone")
        case .array(let elements):
            var some: [JSONValue] = []
            for element in elements { some.append(try withoutNulls(element)) }
            return .array(some)
        case .object(let members):
            var some: [String: JSONValue] = [:]
            for (name, member) in members where !member.isNull { some[name] = try withoutNulls(member) }
            return .object(some)
        default:
            return value
        }
    }
}

extension RecordMembers {
    fileprivate func failure(_ name: String) throws(JobError) -> JobFailure? {
        guard let members = try object(name) else { return nil }
        return try JobFailure(RecordMembers(.object(members), at: path + [name]))
    }

    fileprivate func messages(_ name: String) throws(JobError) -> [JobMessage] {
        var messages: [JobMessage] = []
        for (index, json) in (try list(name) ?? []).enumerated() {
            messages.append(try JobMessage(RecordMembers(json, at: path + ["\(name)[\(index)]"])))
        }
        return messages
    }
}

extension JobMessage {
    fileprivate init(_ members: RecordMembers) throws(JobError) {
        let text = try members.text("text")
        let severity: Severity = try members.name("severity", of: "severity")
        let source: Source = try members.name("source", of: "source")
        guard let timestamp = try members.date("timestamp") else { throw members.missing("timestamp") }
        self.init(text, severity: severity, source: source, timestamp: timestamp)
    }

    var json: JSONValue {
        [
            "text": .string(text), "severity": .string(severity.rawValue), "source": .string(source.rawValue),
            "timestamp": JSONValue(milliseconds: timestamp),
        ]
    }
}
