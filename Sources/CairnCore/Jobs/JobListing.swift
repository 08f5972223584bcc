import Foundation

/// One entry of a store.
public enum JobListing: Sendable {
    /// A job that can be read; who has it, if somebody does who lives.
    case record(JobRecord, owner: JobOwner?)
    /// Something that cannot be read, left where it is.
    case unreadable(file: String, error: any Error)
}
