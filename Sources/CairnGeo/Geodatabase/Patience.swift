import CSQLite
import CairnCore
import Synchronization

/// For how long a connection waits for who else has the file: five seconds, and a quarter of one in all while somebody waits for it who cannot
/// await.
final class Patience: Sendable {
    private static let most = 5000
    private static let (mostInAHurry, longestPause) = (250, 25)

    /// In milliseconds.
    private struct State {
        var waited = 0
        /// Whether all that is waited now counts as one: the same is tried again and again.
        var isPersistent = false
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

    /// Tries something again and again, for which no more is waited in all than for one thing that is tried once.
    func persisting<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let isPart = state.withLock { state in
            if !state.isPersistent { state.waited = 0 }
            return exchange(&state.isPersistent, with: true)
        }
        defer { if !isPart { state.withLock { $0.isPersistent = false } } }
        return try body()
    }

    /// The next pause in milliseconds before it is tried again; nil if it is not.
    ///
    /// - Parameter count: How often the same has been tried again.
    func pause(after count: Int) -> Int? {
        let pause = count < Self.longestPause ? count + 1 : Self.longestPause
        return state.withLock { state in
            if count == 0, !state.isPersistent { state.waited = 0 }
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
    /// For what is outside of a transaction, and holds nothing once it has been refused.
    func waiting(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        guard let patience else { return try body() }
        try patience.persisting { () throws(DatabaseError) in
            var count = 0
            while true {
                do throws(DatabaseError) { return try body() } catch {
                    guard error.isOfOthers, let pause = nextPause(after: count + 1) else { throw error }
                    patience.rest(Int32(pause))
                    count += 1
                }
            }
        }
    }

    /// None for who has been asked to end.
    private func nextPause(after count: Int) -> Int? { interruption?.isAsked == true ? nil : patience?.pause(after: count) }

    /// Waits so from now on.
    func wait(with patience: Patience) {
        self.patience = patience
        sqlite3_busy_handler(
            handle,
            { pointer, count in
                guard let pointer else { return 0 }
                let database = Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue()
                guard let pause = database.nextPause(after: Int(count)) else { return 0 }
                database.patience?.rest(Int32(pause))
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
