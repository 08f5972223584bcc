import Foundation

/// What one process may ask of the job that another one runs.
public enum JobRequest: String, Sendable, Codable {
    /// Pause and save.
    case pause
    /// Cancel.
    case cancel
}
