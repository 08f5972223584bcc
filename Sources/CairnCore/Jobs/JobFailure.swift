public import Foundation

/// The failure of a job as its record keeps it.
public struct JobFailure: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The type of the error that was thrown.
    public let type: String
    /// What it said.
    public let message: String
    /// Whether the same again, from the last checkpoint, may go better: the trouble was one that passes, or that somebody can put right.
    public let isRetryable: Bool

    /// What the error said.
    public var description: String { message.printableLines }
    /// The same as `description`.
    public var errorDescription: String? { description }

    init(_ error: any Error, isRetryable: Bool = false) {
        if let error = error as? JobFailure {
            self = error
            return
        }
        type = "\(Swift.type(of: error))"
        message = error.words
        self.isRetryable = isRetryable
    }

    init(type: String, message: String, isRetryable: Bool) {
        self.type = type
        self.message = message
        self.isRetryable = isRetryable
    }

    /// For a record that says that its job has failed, and not why.
    static let unknown = JobFailure(
        type: "unknown", message: "The record does not say why the job has failed.", isRetryable: false)
}

extension JobFailure {
    init(_ members: RecordMembers) throws(JobError) {
        self.init(
            type: try members.text("type"), message: try members.text("message"),
            isRetryable: try members.flag("isRetryable") ?? false)
    }

    var json: JSONValue {
        ["type": .string(type), "message": .string(message), "isRetryable": .bool(isRetryable)]
    }
}
