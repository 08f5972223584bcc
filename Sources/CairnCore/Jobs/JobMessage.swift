public import Foundation

/// Something a job has to say while it works.
public struct JobMessage: Sendable, Hashable, Codable {
    /// How serious it is.
    public enum Severity: String, Sendable, Codable {
        /// Never means trouble.
        case info
        /// Something is not as expected; the job goes on.
        case warning
        /// What makes the job fail, or loses part of its result.
        case error
    }

    /// Who says it.
    public enum Source: String, Sendable, Codable {
        /// The job itself.
        case client
        /// A server, in its own words.
        case service
    }

    /// What is said.
    public let text: String
    /// How serious it is.
    public let severity: Severity
    /// Who says it.
    public let source: Source
    /// When it was received here, by this machine's clock.
    public let timestamp: Date

    /// A message.
    public init(_ text: String, severity: Severity = .info, source: Source = .client, timestamp: Date = Date()) {
        self.text = text
        self.severity = severity
        self.source = source
        // Whole milliseconds: what the record keeps.
        self.timestamp = Date(timeIntervalSince1970: (timestamp.timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
