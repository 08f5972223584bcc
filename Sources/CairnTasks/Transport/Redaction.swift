import CairnCore
import Foundation

/// Takes the secrets of a request out of whatever comes back: servers repeat them, and errors and answers get into logs.
struct Redaction: Sendable {
    /// In an answer a short secret could be any word; in an error it is taken out all the same.
    private static let shortestInAnswers = 12
    /// What nests deeper than this and holds a secret is left out as a whole.
    private static let maximumDepth = 64

    private let secrets: DeferredSecrets
    private let longSecrets: HiddenSecrets

    /// - Parameters:
    ///   - secrets: What comes back neither in errors nor in answers.
    ///   - request: Of which what is secret comes back in no error.
    init(_ secrets: [String] = [], of request: HTTPRequest? = nil) {
        let request = request?.withFormAlone
        self.secrets = DeferredSecrets { secrets + (request?.secrets ?? []) }
        longSecrets = HiddenSecrets(secrets.filter { $0.utf8.count >= Self.shortestInAnswers })
    }

    /// What hides the secrets of a token, and of a request as it goes out.
    init(_ token: AccessToken?, of request: HTTPRequest, by transport: any HTTPTransport) {
        self.init(token?.secrets ?? [], of: transport.outgoing(request))
    }

    /// A text of an error, without any secret, escaped or not.
    func text(_ text: String) -> String { secrets.value.hidden(in: text) ?? text }

    /// Whether a number is, or holds, one of the longer secrets.
    func hides(_ number: Int) -> Bool { longSecrets.hidden(in: String(number)) != nil }

    /// A text of an answer without the longer secrets; nil if there is none in it.
    func hidden(inAnswer text: String) -> String? { longSecrets.hidden(in: text) }

    /// Whether there is nothing to be hidden in answers.
    var takesNothingFromAnswers: Bool { longSecrets.isEmpty }

    /// An answer without the longer secrets.
    func json(_ value: JSONValue) -> JSONValue { occur(in: value) ? replace(in: value, Self.maximumDepth) : value }

    /// An error without any secret in what it says.
    func error(_ error: any Error) -> any Error {
        guard let error = error as? TransportError else { return error }
        func hidden(_ words: String) -> String { text(words).printable() }
        let reason: TransportError.Reason =
            switch error.reason {
            case .redirection(let target): .redirection(to: hidden(target))
            case .redirectedPost(let target): .redirectedPost(to: hidden(target))
            case .garbled(let what): .garbled(hidden(what))
            case .notUnderstood(let what): .notUnderstood(hidden(what))
            case .authenticationDemanded(let scheme): .authenticationDemanded(scheme: hidden(scheme))
            case .untrusted(let why): .untrusted(hidden(why))
            case .invalidRequest(let why): .invalidRequest(hidden(why))
            case .failed(let what): .failed(hidden(what))
            case .refused, .unknownHost, .timedOut, .connectionLost, .tooLarge, .headTooLarge, .notEncrypted: error.reason
            }
        // After a redirection the address is one that the server has chosen.
        return TransportError(reason, at: hidden(error.url))
    }

    /// Most answers hold no secret: they are looked through without a copy of anything.
    private func occur(in value: JSONValue) -> Bool {
        if longSecrets.isEmpty { return false }
        var open = [value]
        while let value = open.popLast() {
            switch value {
            case .string(let text): if longSecrets.hidden(in: text) != nil { return true }
            case .array(let elements): open += elements
            case .object(let members):
                if members.keys.contains(where: { longSecrets.hidden(in: $0) != nil }) { return true }
                open += members.values
            default: break
            }
        }
        return false
    }

    private func replace(in value: JSONValue, _ depth: Int) -> JSONValue {
        switch value {
        case .string(let text): return .string(longSecrets.hidden(in: text) ?? text)
        case .array where depth == 0, .object where depth == 0: return .string(HiddenSecrets.mark)
        case .array(let elements): return .array(elements.map { replace(in: $0, depth - 1) })
        case .object(let members):
            let pairs = members.map { (longSecrets.hidden(in: $0.key) ?? $0.key, replace(in: $0.value, depth - 1)) }
            return .object(Dictionary(pairs) { first, _ in first })
        default: return value
        }
    }
}
