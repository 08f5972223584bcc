public import Foundation

/// The failure of a job as its record keeps it.
public struct JobFailure: Error, Hashable, Codable, Sendable, CustomStringConvertible, LocalizedError {
    /// The type of the error that was thrown.
    public let type: String
    /// What it said.
    public let message: String

    /// What the error said.
    public var description: String { message }
    /// What the error said.
    public var errorDescription: String? { message }

    init(_ error: any Error) {
        type = "\(Swift.type(of: error))"
        message = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
