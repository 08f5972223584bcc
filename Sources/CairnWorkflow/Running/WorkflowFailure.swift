import CairnCore
public import Foundation

/// Why a workflow stopped without having finished: each step that failed, and what it blocked.
public struct WorkflowFailure: Error {
    /// One failed step.
    public struct Failure: Sendable {
        /// The step.
        public let step: StepID
        /// Its name.
        public let name: String
        /// What its last attempt threw.
        public let error: any Error
        let place: Int32
        let blockage: Blockage

        /// The names of the steps that were not started because of it, in the order they were added; found when asked, in O(V + E).
        public var blocked: [String] { blockage.names(after: place) }
    }

    /// The workflow's name.
    public let workflow: String
    /// Each failed step, in the order the steps were added.
    public let failures: [Failure]
    /// The names of the steps that were cancelled one by one.
    public let cancelled: [String]
    /// The names of the steps that could run and were not started, as after a reset.
    public let unstarted: [String]
}

extension WorkflowFailure: CustomStringConvertible, LocalizedError {
    /// What happened to which step, and what it blocked; a line for each of the first ten.
    public var description: String {
        var lines = ["Workflow \"\(workflow.printable())\" stopped before its end."]
        for failure in failures.prefix(10) {
            lines.append(
                "\"\(failure.name.printable())\" failed: \(failure.error.localizedText)"
                    + Self.list(", which blocks ", failure.blocked))
        }
        if failures.count > 10 { lines.append("\(failures.count - 10) more failed.") }
        if !cancelled.isEmpty { lines.append("Cancelled" + Self.list(": ", cancelled)) }
        if !unstarted.isEmpty { lines.append("Not started" + Self.list(": ", unstarted)) }
        return lines.joined(separator: "\n")
    }

    /// The same as `description`.
    public var errorDescription: String? { description }

    private static func list(_ prefix: String, _ names: [String]) -> String {
        if names.isEmpty { return "." }
        let shown = names.prefix(5).map { "\"\($0.printable())\"" }.joined(separator: ", ")
        return prefix + shown + (names.count > 5 ? " and \(names.count - 5) more." : ".")
    }
}

extension Error {
    /// The error in words, whatever it is, without the period at its end.
    var localizedText: String {
        let text = words
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
