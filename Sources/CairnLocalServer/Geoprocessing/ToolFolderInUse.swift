import CairnCore
public import Foundation

/// The folder of published tools has another server.
public struct ToolFolderInUse: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The folder.
    public let path: String

    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        "The tools of another server keep their jobs in \(path.printable()). Stop that one, or name another folder."
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
