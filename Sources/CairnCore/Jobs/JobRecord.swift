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
    /// The status when this was written.
    public internal(set) var status: JobStatus
    /// The progress, 0…100.
    public internal(set) var progress: Double
    /// How many times the record had been written; a larger number is a newer record.
    public internal(set) var revision: Int
    /// Why the job failed, if it did.
    public internal(set) var failure: JobFailure?
    /// What the job has said.
    public internal(set) var messages: [JobMessage]
    /// For how long, in seconds, the last good answer had been outstanding while the job ran.
    var outageSeconds: Double
    var node: JobNode

    /// The stable name of the kind of work.
    public var kind: String { node.kind }
    /// The parameters of the work.
    public var work: JSONValue { node.work }
    /// How far the work had come.
    public var checkpoint: JSONValue? { node.checkpoint }
    /// The ids of this job, and of its children, on servers.
    public var serverJobIDs: [String] { node.serverJobs().flatMap(\.node.serverJobIDs) }
}

extension JobRecord {
    /// Reads a record.
    ///
    /// - Throws: ``JobError/newerFormat(found:supported:)``, ``JobError/unreadable(file:reason:)``.
    public init(json: JSONValue) throws {
        func unreadable(_ reason: String) -> JobError { .unreadable(file: "The record", reason: reason) }
        guard let format = json["cairnJob"]?.int else { throw unreadable("it has no member \"cairnJob\"") }
        guard format <= Self.currentFormat else {
            throw JobError.newerFormat(found: format, supported: Self.currentFormat)
        }
        guard let id = json["id"]?.string.flatMap(UUID.init(uuidString:)) else { throw unreadable("its id is no UUID") }
        guard let status = json["status"]?.string.flatMap(JobStatus.init(rawValue:)) else {
            throw unreadable("its status is missing or unknown")
        }
        self.id = id
        self.status = status
        created = Date(timeIntervalSince1970: (json["created"]?.double ?? 0) / 1000)
        progress = json["progress"]?.double ?? 0
        revision = json["revision"]?.int ?? 0
        failure = try json["failure"]?.decode()
        messages = try json["messages"]?.decode() ?? []
        outageSeconds = json["outageSeconds"]?.double ?? 0
        node = try JobNode(json: json)
    }

    /// Reads a record from a JSON document.
    public init(jsonData data: Data) throws {
        do {
            self = try JobRecord(json: JSONValue(parsing: data))
        } catch let error as JSONSyntaxError {
            throw JobError.unreadable(file: "The record", reason: error.description)
        }
    }

    /// The record as JSON, free of secrets and of nulls.
    public var json: JSONValue {
        var members = node.json
        members["cairnJob"] = .integer(Self.currentFormat)
        members["id"] = .string(id.uuidString)
        members["created"] = .integer(Int((created.timeIntervalSince1970 * 1000).rounded()))
        members["status"] = .string(status.rawValue)
        members["progress"] = .number(progress)
        members["revision"] = .integer(revision)
        if outageSeconds > 0 { members["outageSeconds"] = .number(outageSeconds) }
        if let failure { members["failure"] = ["type": .string(failure.type), "message": .string(failure.message)] }
        if !messages.isEmpty { members["messages"] = .array(messages.map(\.json)) }
        return .object(members)
    }

    /// A value in the form a record can keep: members that are null left out.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` for a null in a list, which property lists cannot hold.
    package static func storable(_ value: some Encodable) throws -> JSONValue {
        do {
            return try withoutNulls(JSONValue(encoding: value))
        } catch let error as EncodingError {
            throw JobError.notStorable(reason: "\(error)")
        }
    }

    private static func withoutNulls(_ value: JSONValue) throws -> JSONValue {
        switch value {
        case .null: throw JobError.notStorable(reason: "a null in a list, or alone")
        case .array(let elements): .array(try elements.map(withoutNulls))
        case .object(let members): .object(try members.filter { !$0.value.isNull }.mapValues(withoutNulls))
        default: value
        }
    }
}

extension JobMessage {
    var json: JSONValue {
        [
            "text": .string(text), "severity": .string(severity.rawValue), "source": .string(source.rawValue),
            "timestamp": .integer(Int((timestamp.timeIntervalSince1970 * 1000).rounded())),
        ]
    }
}
