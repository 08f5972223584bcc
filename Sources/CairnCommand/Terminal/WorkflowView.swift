import Cairn
import Foundation

/// Shows a workflow's steps with their live states: in place on a terminal, a line for each change elsewhere.
struct WorkflowView {
    let run: WorkflowRun
    var isJSON = false

    /// Shows until the workflow is quiescent.
    func follow(_ events: AsyncStream<WorkflowEvent>) async {
        var snapshot: WorkflowSnapshot?
        for await event in events {
            if case .snapshot(let first) = event.kind { snapshot = first } else { snapshot?.apply(event) }
            if isJSON {
                tellJSON(event)
            } else if !Console.isQuiet, Terminal.canRedraw, let snapshot {
                redraw(snapshot, isFirst: event.isSnapshot)
            } else if !Console.isQuiet {
                tell(event)
            }
            if case .quiescent = event.kind { return }
        }
    }

    private func redraw(_ snapshot: WorkflowSnapshot, isFirst: Bool) {
        let width = Terminal.width(of: .errors) - 1
        let lines = snapshot.steps.map {
            "\u{1B}[K" + "  \($0.state.symbol) \($0.name)\(Self.remark($0))".printable().cut(toColumns: width)
        }
        let up = isFirst ? "" : "\u{1B}[\(lines.count)A"
        Console.errorPart(up + lines.joined(separator: "\n") + "\n")
    }

    private func tell(_ event: WorkflowEvent) {
        switch event.kind {
        case .snapshot(let snapshot):
            for step in snapshot.steps where step.state != .pending && step.state != .ready {
                Console.error("  \(step.state.symbol) \(step.name) is \(step.state)")
            }
        case .changed(let change) where change.to != .ready:
            let reason = change.error.map { ": \(Console.text(of: $0))" } ?? ""
            Console.error("  \(change.to.symbol) \(change.name) is \(change.to)\(reason)")
        case .message(_, let text): Console.error("    \(text)")
        default: break
        }
    }

    private func tellJSON(_ event: WorkflowEvent) {
        guard case .changed(let change) = event.kind else { return }
        var members: [String: JSONValue] = [
            "event": "step", "workflow": .string(run.snapshot.name), "step": .string(change.name),
            "state": .string("\(change.to)"),
        ]
        members["error"] = change.error.map { .string(Console.text(of: $0)) }
        Console.json(.object(members))
    }

    private static func remark(_ step: StepSnapshot) -> String {
        if let error = step.error { return ": \(Console.text(of: error))" }
        if step.state == .executing, step.progress > 0 { return "  \(Int(rounding: step.progress * 100, .down) ?? 0) %" }
        return step.state == .waiting ? "  waits" : ""
    }
}

extension WorkflowEvent {
    fileprivate var isSnapshot: Bool {
        if case .snapshot = kind { true } else { false }
    }
}
