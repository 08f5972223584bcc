import CairnCore
import CSQLite
import Synchronization

/// Ends what SQLite does, from any thread, or when it takes too long.
final class Interruption: Sendable {
    private let flag = Atomic(false)
    /// How often SQLite may still look whether to go on.
    private let looks: Atomic<Int>

    /// - Parameter steps: How many steps of its machine SQLite may make.
    init(steps: Int = .max) { looks = Atomic(steps / Self.stepsBetweenLooks) }

    /// That many take some microseconds.
    static let stepsBetweenLooks = 1000

    /// Asks for it.
    func ask() { flag.store(true, ordering: .relaxed) }

    var isAsked: Bool { flag.load(ordering: .relaxed) }

    /// Counts a look.
    ///
    /// - Returns: Whether this is the end.
    fileprivate func look() -> Bool { looks.subtract(1, ordering: .relaxed).newValue < 0 || isAsked }
}

extension Database {
    /// Runs `body`, and ends it when asked to. `sqlite3_interrupt` would be too early for what has not begun, and forgotten.
    ///
    /// - Throws: What `body` throws, ``DatabaseError`` if it took too many steps; `CancellationError` if it was ended.
    func interruptible<Value>(by interruption: Interruption, _ body: () throws -> Value) throws -> Value {
        if interruption.isAsked { throw CancellationError() }
        let outer = self.interruption
        self.interruption = interruption
        defer { self.interruption = outer }
        let pointer = Unmanaged.passUnretained(interruption).toOpaque()
        sqlite3_progress_handler(
            handle, Int32(Interruption.stepsBetweenLooks),
            { pointer in
                guard let pointer else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().look() ? 1 : 0
            }, pointer)
        defer { withExtendedLifetime(interruption) { sqlite3_progress_handler(handle, 0, nil, nil) } }
        do {
            return try body()
        } catch let error as DatabaseError where interruption.isAsked && (error.isInterruption || error.isOfOthers) {
            // Who is asked to end does not wait for others any longer either.
            throw CancellationError()
        } catch GeometryError.cancelled {
            throw CancellationError()
        }
    }
}
