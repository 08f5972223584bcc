import CairnCore
import Foundation

/// How a service is with work on a copy.
struct ReplicaJobStatus: Sendable {
    enum State: Sendable, Hashable {
        case running, completed
        case failed(reason: String)
    }

    let state: State
    /// In the service's own word.
    let word: String
    /// Where the result is, once there is one.
    let resultURL: URL?
    /// All of it.
    let answer: AnswerPart

    init(_ answer: AnswerPart, base: URL) throws {
        self.answer = answer
        word = try answer.optional("status")?.text() ?? ""
        resultURL = try ReplicaAnswer.address(of: answer, base: base)
        switch Self.plain(word) {
        case "completed", "completedwitherrors", "succeeded": state = .completed
        case "failed", "cancelled", "canceled", "timedout", "deleted":
            let words = try answer.optional("statusMessage")?.text() ?? answer.optional("message")?.text()
            state = .failed(reason: words ?? "its work is '\(word.printable(upTo: 40))', and it gives no reason")
        case "" where resultURL != nil: state = .completed
        case "": throw answer.refusal("has no status")
        default: state = .running
        }
    }

    /// A word as it is in all the ways in which services write it.
    private static func plain(_ word: String) -> String {
        let word = word.lowercased().filter { !$0.isWhitespace && $0 != "_" }
        return word.hasPrefix("esrijob") ? String(word.dropFirst("esrijob".count)) : word
    }
}
