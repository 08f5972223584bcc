import Foundation

/// One entry of a store.
public enum JobListing: Sendable {
    /// A job that can be read; whether a living owner has it.
    case record(JobRecord, isClaimed: Bool)
    /// Something that cannot be read, left where it is.
    case unreadable(file: String, error: any Error)
}
