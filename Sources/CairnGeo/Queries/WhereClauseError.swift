import CairnCore
public import Foundation

/// Why a where clause, or another part of a query in its language, is not taken.
///
/// ```swift
/// do {
///     _ = try WhereClause("POP >")
/// } catch {
///     print(error)  // At character 6: expected a value after >.
/// }
/// ```
public struct WhereClauseError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// What kind of mistake it is.
    public enum Reason: Sendable, Hashable {
        /// The text is not of the language.
        case syntax
        /// The text is SQL, but of the part that is refused: sub-selects, comments, other functions.
        case refused
        /// No field has the name.
        case unknownField
        /// Values of two types are compared or reckoned with.
        case mismatch
        /// The text is too long, too deep, or has too many values.
        case tooLarge
    }

    /// What kind of mistake it is.
    public let reason: Reason
    /// What is wrong and what to write instead, a sentence without its first capital and its full stop.
    public let message: String
    /// The character at which it shows, the first being 1; nil where there is none to point at.
    public let character: Int?

    init(_ reason: Reason, _ message: String, at character: Int? = nil) {
        self.reason = reason
        self.message = message
        self.character = character
    }

    /// What is wrong, at which character, and what to write instead.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        let end = message.hasSuffix("?") ? "" : "."
        guard let character else { return message.prefix(1).uppercased() + message.dropFirst() + end }
        return "At character \(character): \(message)\(end)"
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
