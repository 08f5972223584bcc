import CairnCallbacks
import CairnCore

/// One observation: has the changes that it was told under the locks of others told to a closure, one after the other and under none.
///
/// Who finds another thread telling leaves it to that; so does a change that the closure brings about.
final class Observer: Sendable {
    /// - Parameters: The observation, and what has changed.
    typealias Body = (Observer, StateChange) -> Void

    private struct State: Sendable {
        var wanted: [ObjectIdentifier: Set<ObservedKey>] = [:]
        var body: Carried<Body>?
        var changes = Queue<StateChange>()
        /// Whether a thread tells.
        var isTelling = true
    }

    private struct Telling: Sendable {
        let body: Carried<Body>
        let change: StateChange
    }

    private let state: Guarded<State>

    /// It wants nothing yet, and is quiet until ``tellHeld()``.
    ///
    /// - Parameter body: Is called on any thread, as the closures of observers always were.
    init(_ body: @escaping Body) {
        state = Guarded(State(body: Carried(body)))
    }

    /// Wants to be told of what is read.
    ///
    /// - Returns: What it was not told of before, to which it is to be added.
    func want(_ reads: [ObjectIdentifier: StateReads.Read]) -> [ObjectIdentifier: StateReads.Read] {
        state.change { state, _ in
            let fresh = reads.filter { state.wanted[$0.key] == nil }
            state.wanted.merge(reads.mapValues(\.keys)) { $0.union($1) }
            return fresh
        }
    }

    /// Takes note of a change. Nothing is called, and nothing let go of that is not held elsewhere: it may be called under any lock.
    func note(_ change: StateChange) {
        state.change { state, _ in
            guard state.body != nil, state.wanted[change.state]?.isDisjoint(with: change.keys) == false else { return }
            state.changes.append(change)
        }
    }

    /// Tells what was noted, unless somebody is at it. No lock may be held.
    func tell() {
        let isMine = state.change { state, _ in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if isMine { tellHeld() }
    }

    /// Tells what was noted while this was quiet, and goes on from there.
    func tellHeld() {
        while let telling = next() { telling.body.value(self, telling.change) }
    }

    private func next() -> Telling? {
        state.change { state, _ in
            guard let body = state.body, let change = state.changes.popFirst() else {
                state.isTelling = false
                return nil
            }
            return Telling(body: body, change: change)
        }
    }

    /// Whether it has ended.
    var isOver: Bool { state.read { $0.body == nil } }

    /// Lets the closure go: where it is being called, that thread does.
    func end() {
        state.change { state, wakes in
            if let body = state.body.take() { wakes.release(body) }
            wakes.release(state.changes)
            state.changes = Queue()
        }
    }
}
