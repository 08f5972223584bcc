import Synchronization

/// What `Level` and `Log` share: elements in order, and any number of cursors that walk them.
///
/// Watchers pull. A cursor is a position and nothing else, so a watcher that is busy, or has left, costs the
/// sender nothing; only one that is suspended in `next` is known here, and its cancellation removes it.
final class Broadcast<Element: Sendable>: Sendable {
    enum Retention { case newest, recent(Int), everything }

    private struct State {
        var elements: [Element] = []
        /// The position of `elements.first`.
        var base = 0
        var isFinished = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

        var end: Int { base + elements.count }

        mutating func takeWaiters() -> [Int: CheckedContinuation<Void, Never>] {
            defer { waiters = [:] }
            return waiters
        }
    }

    private let retention: Retention
    private let state: Mutex<State>
    private let lastWaiter = Atomic(0)

    init(_ elements: [Element], keeping retention: Retention) {
        self.retention = retention
        state = Mutex(State(elements: elements))
    }

    var elements: [Element] { state.withLock(\.elements) }

    /// How many watchers are suspended, waiting for the next element.
    var waiterCount: Int { state.withLock(\.waiters.count) }

    func send(_ element: Element) {
        let waiters = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            if state.isFinished { return [:] }
            switch retention {
            case .newest:
                state.base += state.elements.count
                state.elements = [element]
            case .recent(let limit):
                state.elements.append(element)
                // Trimmed by halves, so that an element is moved once at most on average.
                if state.elements.count >= 2 * limit {
                    state.base += state.elements.count - limit
                    state.elements.removeFirst(state.elements.count - limit)
                }
            case .everything:
                state.elements.append(element)
            }
            return state.takeWaiters()
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Ends every stream once its watcher has seen what is still there.
    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            return state.takeWaiters()
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// A stream of its own, from the oldest element kept or from the newest.
    func stream(from start: Start) -> AsyncStream<Element> {
        let position = state.withLock { start == .newest ? max($0.base, $0.end - 1) : $0.base }
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
            let (element, isOver) = state.withLock { state -> (Element?, Bool) in
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
                let isWaiting = state.withLock { state in
                    let position = cursor.position.load(ordering: .relaxed)
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled || state.isFinished || position < state.end { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }
}
