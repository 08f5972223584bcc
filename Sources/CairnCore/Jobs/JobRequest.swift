import Foundation

/// What one process asks of the job that another one runs.
public struct JobRequest: Sendable, Hashable {
    /// What can be asked.
    public enum Command: String, Sendable, Codable {
        /// Pause and save.
        case pause
        /// Cancel.
        case cancel
    }

    /// What is asked.
    public let command: Command
    /// The token of the claim it is addressed to: a later run of the job is not meant.
    public let token: Int

    /// A request to the run that has that token.
    public init(_ command: Command, token: Int) {
        self.command = command
        self.token = token
    }
}
