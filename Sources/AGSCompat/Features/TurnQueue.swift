import CairnCore

/// Work that is done in the order in which it was asked for: a turn begins when all before it have ended. Shared ones go beside each other.
final class TurnQueue: Sendable {
    /// A place in the queue, which those behind it wait for until it ends, or is let go.
    final class Turn: Sendable {
        private let queue: TurnQueue
        private let number: Int

        fileprivate init(_ queue: TurnQueue, _ number: Int) {
            (self.queue, self.number) = (queue, number)
        }

        deinit { end() }

        /// Does its work once it may, and ends.
        ///
        /// - Throws: What `work` throws; `CancellationError`, and does nothing, if the task is cancelled before.
        func perform<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
            defer { end() }
            try await queue.wait(number)
            return try await work()
        }

        /// Does it at once if nobody is before it, and ends; else does nothing, and keeps its place.
        func performIfFirst(_ work: () -> Void) -> Bool {
            guard queue.mayBegin(number) else { return false }
            work()
            end()
            return true
        }

        func end() { queue.end(number) }
    }

    /// Each step costs the same however many wait.
    private struct State: Sendable {
        struct Entry: Sendable {
            let isShared: Bool
            var waiter: Waiter<any Error>?
        }

        private(set) var lastNumber = 0
        /// Those that have not ended.
        var entries: [Int: Entry] = [:]
        /// The first of them, and the first of them that is not shared; behind the last if there is none.
        private var (first, border) = (1, 1)

        mutating func add(isShared: Bool) -> Int {
            lastNumber += 1
            entries[lastNumber] = Entry(isShared: isShared)
            advance()
            return lastNumber
        }

        func mayBegin(_ number: Int) -> Bool { number == first || number < border }

        /// - Returns: Those that may begin since then.
        mutating func end(_ number: Int) -> Range<Int> {
            let before = border
            entries[number] = nil
            advance()
            return before..<(first == border ? border + 1 : border)
        }

        private mutating func advance() {
            while first <= lastNumber, entries[first] == nil { first += 1 }
            border = max(first, border)
            while border <= lastNumber, entries[border]?.isShared ?? true { border += 1 }
        }

        mutating func takeWaiter(_ number: Int) -> Waiter<any Error>? {
            defer { entries[number]?.waiter = nil }
            return entries[number]?.waiter
        }
    }

    private let state = Guarded(State())

    /// The next place.
    func turn(isShared: Bool = false) -> Turn {
        Turn(self, state.change { state, _ in state.add(isShared: isShared) })
    }

    private func mayBegin(_ number: Int) -> Bool { state.read { $0.mayBegin(number) } }

    private func wait(_ number: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.change { state, wakes in
                    let waiter = Waiter<any Error>(continuation)
                    if Task.isCancelled { return wakes.resume(waiter, with: .failure(CancellationError())) }
                    if state.mayBegin(number) || state.entries[number] == nil { return wakes.resume(waiter) }
                    state.entries[number]?.waiter = waiter
                }
            }
        } onCancel: {
            state.change { state, wakes in
                if let waiter = state.takeWaiter(number) { wakes.resume(waiter, with: .failure(CancellationError())) }
            }
        }
    }

    private func end(_ number: Int) {
        state.change { state, wakes in
            for number in state.end(number) {
                if let waiter = state.takeWaiter(number) { wakes.resume(waiter) }
            }
        }
    }
}
