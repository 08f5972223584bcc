import Synchronization

/// What `Level` and `Log` share: elements in order, and any number of cursors that walk them.
///
/// Watchers pull. A cursor is a position and nothing else, so a watcher that is busy, or has left, costs the
/// sender nothing; only one that is suspended in `next` is known here, and its cancellation removes it.
///
/// Whoever sends under a lock of his own passes his wakes: the elements then stand in the order of his changes, and watchers are
/// resumed when his lock has been given back.
final class Broadcast<Element: Sendable>: Sendable {
    enum Retention { case newest, recent(Int), everything }

    private struct State {
        var elements: [Element] = []
        /// The position of `elements.first`.
        var base = 0
        var isFinished = false
        var waiters: [Int: Waiter<Never>] = [:]

        var end: Int { base + elements.count }

        mutating func add(_ element: Element, keeping retention: Retention, _ wakes: inout Wakes) {
            elements.append(element)
            switch retention {
            case .newest: drop(elements.count - 1, &wakes)
            // Trimmed by halves, so that an element is moved once at most on average.
            case .recent(let limit): if elements.count >= 2 * limit { drop(elements.count - limit, &wakes) }
            case .everything: break
            }
        }

        private mutating func drop(_ count: Int, _ wakes: inout Wakes) {
            for element in elements.prefix(count) { wakes.release(element) }
            elements.removeFirst(count)
            base += count
        }

        mutating func wakeAll(_ wakes: inout Wakes) {
            wakes.resume(all: waiters.values)
            waiters = [:]
        }
    }

    private let retention: Retention
    private let state: Guarded<State>
    private let lastWaiter = Atomic(0)

    init(_ elements: [Element], keeping retention: Retention) {
        self.retention = retention
        state = Guarded(State(elements: elements))
    }

    var elements: [Element] { state.read { $0.elements } }

    var newest: Element? { state.read(\.elements.last) }

    /// How many watchers are suspended, waiting for the next element.
    var waiterCount: Int { state.read(\.waiters.count) }

    func send(_ element: Element, _ wakes: inout Wakes) {
        state.change(within: &wakes) { state, wakes in
            if state.isFinished { return }
            state.add(element, keeping: retention, &wakes)
            state.wakeAll(&wakes)
        }
    }

    /// Ends every stream once its watcher has seen what is still there.
    func finish(_ wakes: inout Wakes) {
        state.change(within: &wakes) { state, wakes in
            state.isFinished = true
            state.wakeAll(&wakes)
        }
    }

    /// A stream of its own, from the oldest element kept or from the newest.
    func stream(from start: Start) -> AsyncStream<Element> {
        let position = state.read { start == .newest ? max($0.base, $0.end - 1) : $0.base }
        let cursor = Cursor(position)
        return AsyncStream { await self.next(cursor) }
    }

    enum Start { case oldest, newest }

    private final class Cursor: Sendable {
        let position: Atomic<Int>
        init(_ position: Int) { self.position = Atomic(position) }
    }

    private func next(_ cursor: Cursor) async -> Element? {
        while !Task.isCancelled {
            let (element, isOver) = state.read { state -> (Element?, Bool) in
                let position = max(cursor.position.load(ordering: .relaxed), state.base)
                guard position < state.end else { return (nil, state.isFinished) }
                cursor.position.store(position + 1, ordering: .relaxed)
                return (state.elements[position - state.base], false)
            }
            if element != nil || isOver { return element }
            await somethingNew(after: cursor)
        }
        return nil
    }

    private func somethingNew(after cursor: Cursor) async {
        let id = lastWaiter.add(1, ordering: .relaxed).newValue
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.change { state, wakes in
                    let (waiter, position) = (Waiter(continuation), cursor.position.load(ordering: .relaxed))
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled || state.isFinished || position < state.end { return wakes.resume(waiter) }
                    state.waiters[id] = waiter
                }
            }
        } onCancel: {
            state.change { state, wakes in
                if let waiter = state.waiters.removeValue(forKey: id) { wakes.resume(waiter) }
            }
        }
    }
}
