import CairnCore

/// Which steps wait for which, as it was when a run stopped: shared by all its failures, and followed only when one is asked.
final class Blockage: Sendable {
    private let machine: WorkflowMachine
    private let names: [String]

    init(_ state: RunState) {
        // Neither results nor closures: an error that is kept must not keep them.
        machine = state.machine.withoutOutcomes
        names = state.definitions.map(\.name)
    }

    /// The names of the steps that were not started because of this one, in the order they were added.
    func names(after step: Int32) -> [String] {
        var machine = machine
        let blocked = machine.reach(of: step).filter { machine.phase(of: $0) == .pending }
        return blocked.sorted().map { names[Int($0)] }
    }
}

extension Blockage: CustomReflectable {
    /// Of no interest to who prints a failure, and very large.
    var customMirror: Mirror { Mirror(self, children: []) }
}
