import Synchronization

/// Counts the bytes of answers, of those that are being made and of those that nobody has read: each may be large, and there may be many.
final class AnswerMemory: Sendable {
    private let held = Atomic(0)
    private let limit: Int

    /// There is no room for more.
    struct Full: Error {}

    init(limit: Int) {
        self.limit = limit
    }

    /// How many bytes there are.
    var size: Int { held.load(ordering: .relaxed) }

    /// So many bytes more wait for clients to read them; fewer, if it is below zero.
    func hasUnread(_ count: Int) {
        if count != 0 { held.add(count, ordering: .relaxed) }
    }

    /// What one answer holds while it is made, until it is let go.
    struct Share: ~Copyable {
        private let memory: AnswerMemory
        private var size = 0

        init(of memory: AnswerMemory) {
            self.memory = memory
        }

        deinit { memory.held.subtract(size, ordering: .relaxed) }

        /// Says how large the answer is by now.
        ///
        /// - Throws: ``Full`` if all are larger together than is borne; one alone never is.
        mutating func grow(to size: Int) throws(Full) {
            let total = memory.held.add(size - self.size, ordering: .relaxed).newValue
            self.size = size
            if total > memory.limit, total > size { throw Full() }
        }
    }
}
