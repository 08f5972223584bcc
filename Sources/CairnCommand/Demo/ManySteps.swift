import Cairn
import CairnCore
import Foundation

/// A graph of many small steps whose result is known, to be killed and resumed as often as one likes.
///
/// Each step depends on up to three before it, writes a line to a log when it begins, and gives a number made of its prerequisites'. A line is
/// written too for each step that is announced as finished: after it the step must never begin again.
struct ManySteps: WorkflowDefinition {
    static let kind = "demo-many-steps"

    /// How long a step takes: no part of the work, so that it can be another when the work goes on.
    struct Services: Sendable {
        var pace: Duration
    }

    let count: Int
    let log: URL

    func build(_ workflow: inout Workflow, services: Services) throws -> Step<Int> {
        var steps: [Step<Int>] = []
        for number in 0..<count {
            let prerequisites = Set([number / 2, number / 3, number - 7]).filter { $0 >= 0 && $0 < number }.sorted()
            steps.append(
                workflow.task("step \(number)", afterAll: prerequisites.map { steps[$0] }) { values in
                    try append("begin \(number)")
                    try await Task.sleep(for: services.pace)
                    return values.reduce(number) { ($0 &* 31 &+ $1) & 0xFFFF_FFFF }
                })
        }
        return workflow.task("sum", afterAll: steps) { values in values.reduce(0) { ($0 &+ $1) & 0xFFFF_FFFF } }
    }

    @concurrent
    func operate(_ run: WorkflowRun, services: Services) async throws {
        for await event in run.events {
            switch event.kind {
            case .changed(let change) where change.to == .finished: try append("finished \(change.name)")
            case .quiescent: return
            default: break
            }
        }
    }

    private func append(_ line: String) throws {
        let file = open(log.path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        guard file >= 0 else { throw SystemError("write to", log.path) }
        defer { close(file) }
        // One write, so that lines of several steps do not mix.
        let data = Array((line + "\n").utf8)
        guard write(file, data, data.count) == data.count else { throw SystemError("write to", log.path) }
    }
}
