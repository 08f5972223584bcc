import CairnCore
public import Foundation

/// Why a place could not be written down, or read.
public enum NotationError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// A text, by its beginning, that is not of the notation, and what is wrong with it.
    case malformed(String, reason: String)
    /// A place that the notation has no name for, and why.
    case unwritable(String)

    /// What is wrong.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .malformed(let text, let reason): "\"\(text.printable(upTo: 40))\" cannot be read: \(reason)."
        case .unwritable(let reason): "The place cannot be written so: \(reason)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
