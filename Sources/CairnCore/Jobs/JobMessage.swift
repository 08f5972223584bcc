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
    /// When it was received here, by this machine's clock, to the microsecond.
    public let timestamp: Date

    /// A message.
    public init(_ text: String, severity: Severity = .info, source: Source = .client, timestamp: Date = Date()) {
        self.text = text
        self.severity = severity
        self.source = source
        self.timestamp = timestamp.asRecorded
    }

    /// Reads a message.
    ///
    /// - Throws: `DecodingError`, also for a moment outside the years 1 to 9999.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let timestamp = try container.decode(Date.self, forKey: .timestamp)
        guard timestamp.isRecordable else {
            throw DecodingError.dataCorruptedError(
                forKey: .timestamp, in: container, debugDescription: "Not in the years 1 to 9999.")
        }
        self.init(
            try container.decode(String.self, forKey: .text),
            severity: try container.decode(Severity.self, forKey: .severity),
            source: try container.decode(Source.self, forKey: .source), timestamp: timestamp)
    }
}
