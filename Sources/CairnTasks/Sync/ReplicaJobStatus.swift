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
        switch word.lowercased().filter({ !$0.isWhitespace }) {
        case "completed", "completedwitherrors": state = .completed
        case "failed":
            let words = try answer.optional("statusMessage")?.text() ?? answer.optional("message")?.text()
            state = .failed(reason: words ?? "it gives no reason")
        case "" where resultURL != nil: state = .completed
        case "": throw answer.refusal("has no status")
        default: state = .running
        }
    }
}
