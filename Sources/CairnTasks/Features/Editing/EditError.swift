import CairnCore
public import Foundation

/// An edit of which nobody knows whether it was carried out.
///
/// ```swift
/// do {
///     _ = try await table.applyEdits(edits)
/// } catch let error as EditError {
///     print(error)  // Look what is there before the same is sent again.
/// }
/// ```
public enum EditError: Error, Sendable, Hashable {
    /// The edit was sent, and its answer is lost: it may have been carried out, or may be yet. It has not been sent again.
    ///
    /// - Parameters:
    ///   - url: Where it was sent.
    ///   - reason: How the answer was lost, in words.
    ///   - found: What was found when the server was asked for what is there, in words; nil if it could not be asked.
    case outcomeUnknown(url: String, reason: String, found: String? = nil)
}

extension EditError: CustomStringConvertible, LocalizedError {
    /// What happened, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .outcomeUnknown(let url, let reason, let found):
            "Edits were sent to \(url), and nobody knows whether they were carried out: \(reason) "
                + (found.map { "\($0) " } ?? "")
                + "Ask for the features before you send the same again, or give them global ids and use those: then they are looked for by "
                + "themselves."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
