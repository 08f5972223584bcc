import CairnCore
import Foundation

/// How a service is with the validation of a topology.
enum UtilityValidationStatus {
    case running
    case completed(UtilityNetworkValidationResult)
    case failed(reason: String)

    /// What services answer at the address that they have given: a word while they are at it, and then all that they would have answered at once.
    init(_ answer: AnswerPart) throws {
        let word = try answer.words("status") ?? ""
        switch word.lowercased().filter({ !$0.isWhitespace && $0 != "_" }) {
        case "failed",
            "completedwitherrors" where try answer.optional("validateErrorsCreated") == nil:
            self = .failed(reason: try Self.reason(answer))
        case "", "completed", "completedwitherrors", "succeeded":
            self = .completed(try UtilityNetworkValidationResult(answer))
        case "cancelled", "canceled", "timedout": self = .failed(reason: try Self.reason(answer))
        case let word where ["fail", "error", "abort"].contains { word.contains($0) }:
            self = .failed(reason: try Self.reason(answer))
        default: self = .running
        }
    }

    private static func reason(_ answer: AnswerPart) throws -> String {
        let error = try answer.optional("error")
        let words = try ["message", "statusMessage"].lazy.compactMap { name in try answer.words(name) }.first
        let told = try error?.json.object == nil ? error?.json.string : error?.words("message")
        return (told ?? words)?.printable() ?? "it gives no reason."
    }
}

/// What a service answers when it is asked to validate a topology.
enum UtilityValidationAnswer {
    /// It tells at this address how it is with that.
    case begun(URL)
    /// It has done it, though it was asked to do it while its caller waits.
    case done(UtilityNetworkValidationResult)

    /// - Parameter base: The service, from which addresses are told that are not whole.
    init(_ answer: AnswerPart, base: URL) throws {
        guard let part = try answer.optional("statusUrl") else {
            self = .done(try UtilityNetworkValidationResult(answer))
            return
        }
        self = .begun(try Self.address(part, base: base))
    }

    private static func address(_ part: AnswerPart, base: URL) throws -> URL {
        guard part.json.string != nil, let url = URL(string: try part.filledText(), relativeTo: base)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else { throw part.refusal("is no address") }
        return ServiceURL.named(url)
    }
}
