import CairnCore
import Foundation

/// One request and its answer: received on the daemon's thread, answered by a task, answered again on the thread.
final class ServerExchange: Sendable {
    private struct State: Sendable {
        var message: HTTPMessage
        var hasHead = false
        var reply: HTTPReply?
        /// What answers, when it has not begun yet.
        var postponed: (@Sendable () async -> HTTPReply)?
        /// What is called when there is a reply; nil once it has been, or if there is nobody to call.
        var wake: (@Sendable () -> Void)?
        var task: Task<Void, Never>?
        var isOver = false
    }

    private let state: Guarded<State>

    init(target: String) {
        state = Guarded(State(message: HTTPMessage(target: target)))
    }

    // MARK: - The daemon's thread

    var hasHead: Bool { state.read(\.hasHead) }
    var reply: HTTPReply? { state.read(\.reply) }
    var message: HTTPMessage { state.read(\.message) }

    func receive(head message: HTTPMessage) {
        state.change { state, _ in
            state.message = message
            state.hasHead = true
        }
    }

    /// Takes a piece of the body: whether that may be so large.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Bool {
        let data = Data(bytes)
        return state.change { state, _ in
            guard state.message.body.count + data.count <= limit else { return false }
            state.message.body.append(data)
            return true
        }
    }

    /// Keeps what answers for a moment.
    func postpone(_ answer: @escaping @Sendable () async -> HTTPReply) {
        state.change { state, _ in state.postponed = answer }
    }

    func takePostponed() -> (@Sendable () async -> HTTPReply)? {
        state.change { state, _ in
            defer { state.postponed = nil }
            return state.postponed
        }
    }

    /// Begins to answer.
    ///
    /// - Parameter wake: Called once when there is a reply.
    func answer(by answer: @escaping @Sendable () async -> HTTPReply, wake: @escaping @Sendable () -> Void) {
        let isWanted = state.change { state, wakes in
            // It may have been given up while it was being received.
            guard state.reply == nil else {
                wakes.call(wake)
                return false
            }
            state.wake = wake
            return true
        }
        guard isWanted else { return }
        let task = Task { reply(with: await answer()) }
        let isOver = state.change { state, _ in
            state.task = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// Nobody wants the answer any more, or has it.
    func end() {
        state.change { state, wakes in
            state.isOver = true
            // Seldom there, and letting go of nothing would take an allocation of every request.
            if let wake = state.wake { wakes.release(wake) }
            if let postponed = state.postponed { wakes.release(postponed) }
            (state.wake, state.postponed) = (nil, nil)
            if let task = state.task { wakes.call { task.cancel() } }
            state.task = nil
        }
    }

    // MARK: - Any thread

    /// The first reply counts.
    private func reply(with reply: HTTPReply) {
        state.change { state, wakes in
            guard state.reply == nil, !state.isOver else { return wakes.release(reply) }
            state.reply = reply
            if let wake = state.wake { wakes.call(wake) }
            state.wake = nil
        }
    }

    /// Gives the answer up: the connection ends without one.
    func giveUp() {
        let task = state.read(\.task)
        task?.cancel()
        reply(with: .drop)
    }
}
