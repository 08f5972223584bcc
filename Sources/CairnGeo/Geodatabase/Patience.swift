import CSQLite
import CairnCore
import Synchronization

/// For how long a connection waits for who else writes into the file: five seconds, and a quarter of one in all while somebody waits for it who
/// cannot await.
final class Patience: Sendable {
    fileprivate static let most = 5000
    private static let (mostInAHurry, longestPause) = (250, 25)

    /// In milliseconds.
    private struct State {
        var waited = 0
        /// How many hurry, and how long has been waited since the first of them came.
        var (hurrying, waitedInAHurry) = (0, 0)
    }

    private let state = Mutex(State())
    /// Lets so many milliseconds pass.
    fileprivate let rest: @Sendable (Int32) -> Void

    init(rest: @escaping @Sendable (Int32) -> Void = { sqlite3_sleep($0) }) { self.rest = rest }

    /// Does something for which a thread waits.
    func hurrying<Value>(_ body: () throws -> Value) rethrows -> Value {
        state.withLock { state in
            if state.hurrying == 0 { state.waitedInAHurry = 0 }
            state.hurrying += 1
        }
        defer { state.withLock { $0.hurrying -= 1 } }
        return try body()
    }

    /// Something else is tried from now on.
    fileprivate func begin() { state.withLock { $0.waited = 0 } }
    /// Whether what is tried has been waited for.
    fileprivate var hasWaited: Bool { state.withLock { $0.waited > 0 } }

    /// The next pause in milliseconds before it is tried again; nil if it is not.
    ///
    /// - Parameter count: How often the same has been tried again.
    func pause(after count: Int) -> Int? {
        let pause = count < Self.longestPause ? count + 1 : Self.longestPause
        return state.withLock { state in
            if count == 0 { state.waited = 0 }
            let isTooLong = state.waited + pause > Self.most
            if isTooLong || state.hurrying > 0 && state.waitedInAHurry + pause > Self.mostInAHurry { return nil }
            state.waited += pause
            if state.hurrying > 0 { state.waitedInAHurry += pause }
            return pause
        }
    }
}

extension Database {
    /// Does again what wants the file alone, as long as there is patience: of a read that becomes a write SQLite itself asks nobody whether to wait.
    /// For what is outside of a transaction.
    func waiting(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        var (count, waited) = (0, 0)
        while true {
            patience?.begin()
            do throws(DatabaseError) { return try body() } catch {
                // Who has waited in vain does not begin anew.
                guard error.isOfOthers, let patience, !patience.hasWaited,
                    let pause = patience.pause(after: count + 1), waited + pause <= Patience.most
                else { throw error }
                patience.rest(Int32(pause))
                (count, waited) = (count + 1, waited + pause)
            }
        }
    }

    /// Waits so from now on.
    func wait(with patience: Patience) {
        self.patience = patience
        sqlite3_busy_handler(
            handle,
            { pointer, count in
                guard let pointer else { return 0 }
                let patience = Unmanaged<Patience>.fromOpaque(pointer).takeUnretainedValue()
                guard let pause = patience.pause(after: Int(count)) else { return 0 }
                patience.rest(Int32(pause))
                return 1
            }, Unmanaged.passUnretained(patience).toOpaque())
    }
}
