import CairnCore
import CairnTesting
import Synchronization

/// A loadable for tests: passes a gate, loads its prerequisites, counts its attempts, fails on demand.
final class Lamp: Loadable {
    let loader = Loader()
    let gate: Gate
    let attempts = Level(0)
    let prerequisites = Mutex<[any Loadable]>([])
    private let failure: @Sendable () -> (any Error)?

    init(gate: Gate = .opened, failure: @escaping @Sendable () -> (any Error)? = { nil }) {
        self.gate = gate
        self.failure = failure
    }

    @concurrent func performLoad() async throws {
        attempts.send(attempts.value + 1)
        try await gate.pass()
        for prerequisite in prerequisites.withLock(\.self) { try await prerequisite.load() }
        if let failure = failure() { throw failure }
    }

    func needs(_ others: any Loadable...) {
        prerequisites.withLock { $0 += others }
    }
}

extension Gate {
    static var opened: Gate {
        let gate = Gate()
        gate.open()
        return gate
    }
}
