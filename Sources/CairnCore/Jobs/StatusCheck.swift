/// A question to servers that was asked at once, for a job that waited to ask it.
package struct StatusCheck: Sendable {
    /// What came of it; nil until something has. Nothing in it is that it was answered.
    private let outcome = Level<Result<Void, any Error>?>(nil)

    init() {}

    /// Waits until it was answered, or the job does not ask any more.
    ///
    /// - Throws: Why it could not be asked; `CancellationError` if the waiting task is cancelled.
    package func answered() async throws {
        for await outcome in outcome.values {
            if let outcome { return try outcome.get() }
        }
        throw CancellationError()
    }

    func end(_ trouble: (any Error)?, _ wakes: inout Wakes) {
        outcome.send(trouble.map { .failure($0) } ?? .success(()), &wakes)
    }
}

/// Questions that are not answered yet: each for the sleeps that it has cut short.
struct StatusChecks: Sendable {
    private struct Open: Sendable {
        let check: StatusCheck
        /// The sleeps after which nobody has been asked yet.
        var sleeps: Set<Int>
        var trouble: (any Error)?
    }

    private var open: [Open] = []

    init() {}

    mutating func add(_ check: StatusCheck, after sleeps: some Sequence<Int>) {
        open.append(Open(check: check, sleeps: Set(sleeps)))
    }

    /// After that sleep somebody was asked, and has answered, or could not be.
    mutating func asked(after sleep: Int, _ trouble: (any Error)?, _ wakes: inout Wakes) {
        if open.isEmpty { return }
        for index in open.indices where open[index].sleeps.remove(sleep) != nil {
            open[index].trouble = open[index].trouble ?? trouble
            if open[index].sleeps.isEmpty { end(open[index], &wakes) }
        }
        open.removeAll(where: \.sleeps.isEmpty)
    }

    /// Nobody is asked any more.
    mutating func endAll(_ wakes: inout Wakes) {
        for known in open { end(known, &wakes) }
        open = []
    }

    /// Nobody may wait for it any more.
    private func end(_ known: Open, _ wakes: inout Wakes) {
        known.check.end(known.trouble, &wakes)
        wakes.release(known)
    }
}
