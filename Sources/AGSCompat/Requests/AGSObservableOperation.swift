import CairnCallbacks
import CairnCore
import Foundation

/// An operation that tells those who listen what came of it.
open class AGSObservableOperation: AGSOperationBase {
    private struct Outcome {
        var result: Any?
        var error: (any Error)?
    }

    private struct Entry: Sendable {
        let number: Int
        let listener: Carried<WeakListener>
        let callback: Callback<Carried<Outcome>>
    }

    private struct WeakListener {
        weak var object: AnyObject?
    }

    private struct State: Sendable {
        var outcome = Carried(Outcome())
        var entries: [Entry] = []
        var hasEnded = false
        var count = 0
    }

    private let queue = CallbackQueue()
    private let listening = Guarded(State())

    /// What came of it; nil until it has ended, and if it has failed.
    public var result: Any? { listening.read(\.outcome).value.result }
    /// Why it has failed.
    public var error: (any Error)? { listening.read(\.outcome).value.error }

    /// Says what came of the work, before `doneExecuting()`; later it has no effect.
    public func setResult(_ result: Any?, error: (any Error)?) {
        let new = Carried(Outcome(result: result, error: error))
        listening.change { state, wakes in
            guard !state.hasEnded else { return }
            wakes.release(state.outcome)
            state.outcome = new
        }
    }

    /// Adds who is told, once, on a queue of the operation's own, what came of it: soon, if it has ended already.
    ///
    /// - Parameters:
    ///   - listener: Who listens; he is not kept. He has one completion: another one takes the place of the first.
    ///   - completion: Told the result, or the error: `NSUserCancelledError` if it was cancelled.
    public func registerListener(_ listener: Any, forCompletion completion: @escaping (Any?, (any Error)?) -> Void) {
        let callback = Callback<Carried<Outcome>>(on: queue) { completion($0.value.result, $0.value.error) }
        let (listener, former) = (Carried(WeakListener(object: listener as AnyObject)), numbers(of: listener))
        let ended = listening.change { state, wakes -> Carried<Outcome>? in
            Self.remove(former, from: &state, &wakes)
            if state.hasEnded { return state.outcome }
            state.count += 1
            state.entries.append(Entry(number: state.count, listener: listener, callback: callback))
            return nil
        }
        if let ended { callback(ended) }
    }

    /// Tells a listener nothing any more.
    public func unregisterListener(_ listener: Any) {
        let numbers = numbers(of: listener)
        listening.change { Self.remove(numbers, from: &$0, &$1) }
    }

    /// Whether somebody listens.
    public func isRegisteredListener(_ listener: Any) -> Bool { !numbers(of: listener).isEmpty }

    /// Tells those who listen.
    open override func didComplete(_ everStarted: Bool) {
        let isCanceled = canceled
        let told = listening.change { state, wakes in
            state.hasEnded = true
            if isCanceled, state.outcome.value.result == nil, state.outcome.value.error == nil {
                state.outcome = Carried(Outcome(error: AGSError.cancelled))
            }
            defer { state.entries = [] }
            return (state.entries, state.outcome)
        }
        for entry in told.0 { entry.callback(told.1) }
    }

    /// Who is dead listens no more, though somebody else may be where he was.
    private func numbers(of listener: Any) -> Set<Int> {
        let object = listener as AnyObject
        return Set(listening.read(\.entries).filter { $0.listener.value.object === object }.map(\.number))
    }

    private static func remove(_ numbers: Set<Int>, from state: inout State, _ wakes: inout Wakes) {
        wakes.release(state.entries.filter { numbers.contains($0.number) })
        state.entries.removeAll { numbers.contains($0.number) }
    }
}
