import CSQLite
import Synchronization

/// Ends what SQLite does, from any thread.
final class Interruption: Sendable {
    private let flag = Atomic(false)

    /// Asks for it.
    func ask() { flag.store(true, ordering: .relaxed) }

    var isAsked: Bool { flag.load(ordering: .relaxed) }
}

extension Database {
    /// How many steps of its machine SQLite makes between two looks: some microseconds.
    private static let steps: Int32 = 1000

    /// Runs `body`, and ends it when asked to. `sqlite3_interrupt` would be too early for what has not begun, and forgotten.
    ///
    /// - Throws: What `body` throws; `CancellationError` if it was ended.
    func interruptible<Value>(by interruption: Interruption, _ body: () throws -> Value) throws -> Value {
        if interruption.isAsked { throw CancellationError() }
        let outer = self.interruption
        self.interruption = interruption
        defer { self.interruption = outer }
        let pointer = Unmanaged.passUnretained(interruption).toOpaque()
        sqlite3_progress_handler(
            handle, Self.steps,
            { pointer in
                guard let pointer else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().isAsked ? 1 : 0
            }, pointer)
        defer { withExtendedLifetime(interruption) { sqlite3_progress_handler(handle, 0, nil, nil) } }
        do {
            return try body()
        } catch let error as DatabaseError where error.code & 0xFF == SQLITE_INTERRUPT {
            throw CancellationError()
        } catch GeometryError.cancelled {
            throw CancellationError()
        }
    }
}
