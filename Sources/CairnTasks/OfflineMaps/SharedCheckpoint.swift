import CairnCore

/// A checkpoint that tasks change side by side: of two that are saved at a time the record keeps the newer one.
final class SharedCheckpoint<Work: JobWork>: Sendable {
    private struct State: Sendable {
        var value: Work.Checkpoint
        var stored: JSONValue
    }

    private let context: JobContext<Work>
    private let state: Guarded<State>

    init(_ context: JobContext<Work>, _ value: Work.Checkpoint) {
        self.context = context
        state = Guarded(State(value: value, stored: .null))
    }

    func read<Value: Sendable>(_ body: (Work.Checkpoint) -> Value) -> Value { state.read { body($0.value) } }

    /// Changes it, and returns once that is durable.
    func save(_ change: @Sendable (inout Work.Checkpoint) -> Void) async throws {
        try state.change { state, _ in
            change(&state.value)
            state.stored = try JobRecord.storable(state.value)
        }
        // Read when it is kept, not before: another may have been faster.
        context.keep { state.read(\.stored) }
        try await context.flush()
    }
}
