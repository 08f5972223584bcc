import Synchronization

/// State behind a lock. What a change of it entails for others is done after the lock has been given back.
package struct Guarded<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    package init(_ state: State) {
        mutex = Mutex(state)
    }

    /// Reads under the lock.
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        mutex.withLock { body($0) }
    }

    /// Changes the state under the lock, then does what `body` has written into the wakes, whether it throws or not.
    package func change<Result: Sendable, Failure: Error>(
        _ body: (inout State, inout Wakes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var wakes = Wakes()
        do throws(Failure) {
            let result = try mutex.withLock { (state) throws(Failure) in try body(&state, &wakes) }
            wakes.perform()
            return result
        } catch {
            wakes.perform()
            throw error
        }
    }

    /// Changes the state of something that belongs to what another lock guards, whose holder performs the wakes.
    package func change<Result: Sendable>(
        within wakes: inout Wakes, _ body: (inout State, inout Wakes) -> Result
    ) -> Result {
        mutex.withLock { body(&$0, &wakes) }
    }
}
