import CairnCore
import Synchronization

/// Keeps the outputs of finished steps, so that another process need not run them again.
struct StepRecorder: Sendable {
    private let outputs: Outputs
    private let scope: Scope
    /// The subworkflows around the steps, as "Outer/".
    private let prefix: String
    private let storage: Storage

    /// Where the outputs go.
    struct Storage: Sendable {
        /// Takes all outputs, which it must ask for under a lock of its own, if it is called from several threads: of two that finish at
        /// once, the later is then not overwritten by what the earlier has seen.
        let keep: @Sendable (@escaping @Sendable () -> [String: JSONValue]) -> Void
        /// Returns once what was taken is durable.
        let flush: @Sendable () async throws -> Void
    }

    private final class Outputs: Sendable {
        let values: Mutex<[String: JSONValue]>
        init(_ values: [String: JSONValue]) { self.values = Mutex(values) }
    }

    /// One making of a subworkflow: once its step was reset, nothing that still runs in it is kept.
    private final class Scope: Sendable {
        private let outer: Scope?
        /// Changed under the lock of the outputs.
        private let isForgotten = Atomic(false)

        init(within outer: Scope?) { self.outer = outer }

        func forget() { isForgotten.store(true, ordering: .relaxed) }

        var isKept: Bool {
            var scope: Scope? = self
            while let now = scope {
                if now.isForgotten.load(ordering: .relaxed) { return false }
                scope = now.outer
            }
            return true
        }
    }

    /// Begins with what is kept.
    init(_ outputs: [String: JSONValue], in storage: Storage) {
        self.init(outputs: Outputs(outputs), scope: Scope(within: nil), prefix: "", storage: storage)
    }

    private init(outputs: Outputs, scope: Scope, prefix: String, storage: Storage) {
        self.outputs = outputs
        self.scope = scope
        self.prefix = prefix
        self.storage = storage
    }

    /// The recorder of a subworkflow's steps.
    func within(_ name: String) -> StepRecorder {
        StepRecorder(outputs: outputs, scope: Scope(within: scope), prefix: path(of: name) + "/", storage: storage)
    }

    /// Slashes within names are written as in JSON Pointers (RFC 6901), so that "a/b" is not taken for the b within a.
    private func path(of name: String) -> String {
        guard name.contains(where: { $0 == "/" || $0 == "~" }) else { return prefix + name }
        return prefix + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The output that is kept for a step, if there is one.
    ///
    /// - Throws: ``WorkflowError/unreadableCheckpoint(step:reason:)``.
    func restored(_ step: StepDefinition) throws -> (any Sendable)? {
        guard step.isPersisted, let json = outputs.values.withLock({ $0[path(of: step.name)] }) else { return nil }
        do {
            return try step.output.decoded(json)
        } catch {
            throw WorkflowError.unreadableCheckpoint(step: path(of: step.name), reason: "\(error)")
        }
    }

    /// Keeps an output, unless what it is part of was reset. Synchronous and quick, for it is called under the run's lock.
    func keep(_ json: JSONValue, of step: StepDefinition) {
        let path = path(of: step.name)
        outputs.values.withLock { if scope.isKept { $0[path] = json } }
    }

    /// A step that was reset.
    struct Reset {
        let step: StepDefinition
        /// The recorder of the subworkflow that the step has made, if it has: it keeps nothing from now on.
        var inner: StepRecorder?
    }

    /// Forgets what was reset together, and what is within it, in one go: a record that is saved meanwhile for another reason holds all of it or
    /// nothing, and never a result beside what it was made of.
    func forget(_ resets: [Reset]) {
        outputs.values.withLock { outputs in
            for reset in resets {
                let path = path(of: reset.step.name)
                reset.inner?.scope.forget()
                outputs[path] = nil
                if case .subworkflow = reset.step.work { outputs = outputs.filter { !$0.key.hasPrefix(path + "/") } }
            }
        }
    }

    /// Returns once everything kept so far is durable.
    func flush() async throws {
        handOver()
        try await storage.flush()
    }

    /// Gives the record what is kept. Called where no lock is held.
    func handOver() {
        storage.keep { [outputs] in outputs.values.withLock { $0 } }
    }
}
