import CairnCore
public import Foundation

/// Text that is not well-formed CSV, with its place.
public struct CSVError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The file.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// What is wrong.
    public let reason: String

    /// A complaint about a line.
    public init(file: String, line: Int, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The place, then what is wrong.
    public var description: String { "\(file):\(line): \(reason).".printable(upTo: .max) }
    /// The same as `description`.
    public var errorDescription: String? { description }
}
