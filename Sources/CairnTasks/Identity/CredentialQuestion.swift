import CairnCore

/// One challenge being put to the handler, once for all who wait for its answer.
///
/// It is over when it is answered, when all who had been refused before it was put have left, or when another handler takes its place. Who
/// came later waits for the answer too, and does not keep the question open: it may be the handler itself, in a task of its own.
final class CredentialQuestion: Loadable {
    typealias Ask = @Sendable (CredentialQuestion) async throws -> AccessToken?

    private struct State: Sendable {
        var answer: AccessToken?
        var isOver = false
    }

    /// How long is waited for a handler that was cancelled.
    private static let patience = Duration.seconds(1)

    let loader = Loader()
    private let clock: any Clock<Duration>
    /// How many questions have been put until this one.
    let number: Int
    private let ask: Ask
    /// Those that are over, and whose handler may not have noticed: it is never called twice at a time for one server.
    private let former: [CredentialQuestion]
    private let state = Guarded(State())
    private let running = Level(false)

    init(number: Int, after former: [CredentialQuestion], on clock: any Clock<Duration>, _ ask: @escaping Ask) {
        self.number = number
        self.former = former
        self.clock = clock
        self.ask = ask
    }

    /// The token of the credential that was given; nil if there was none.
    var token: AccessToken? { state.read(\.answer) }
    /// Whether the handler is being asked.
    var isRunning: Bool { running.value }
    @concurrent func performLoad() async throws {
        guard begin() else { throw CancellationError() }
        defer { running.send(false) }
        let token = try await ask(self)
        state.change { state, _ in state.answer = token }
    }

    /// Nothing is begun that is over.
    private func begin() -> Bool {
        state.change { state, wakes in
            if !state.isOver { running.send(true, &wakes) }
            return !state.isOver
        }
    }

    /// Waits for the handlers that were cancelled before; false if one does not end: it may wait for one of those who ask now.
    func isFree() async -> Bool {
        for question in former where !(await question.hasEnded(within: Self.patience)) { return false }
        return true
    }

    /// Waits until the handler has noticed that it was cancelled; false if it has not by then.
    private func hasEnded(within patience: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { [running, clock] group in
            group.addTask {
                for await isRunning in running.values where !isRunning { return true }
                return false
            }
            group.addTask {
                try? await clock.sleep(for: patience)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Cancels the handler, and lets everybody go who still waits: they ask anew.
    func putAside() {
        state.change { state, wakes in
            state.isOver = true
            wakes.call { self.cancelLoad() }
        }
    }
}
