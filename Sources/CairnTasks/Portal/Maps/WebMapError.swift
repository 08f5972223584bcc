import CairnCore
public import Foundation

/// JSON that is no web map.
public struct WebMapError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong with it.
    public let reason: String

    /// What is wrong, and what to do.
    public var description: String { "This is no web map: \(reason). Choose an item of type \"Web Map\".".printable(upTo: .max) }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
