import CairnCallbacks
import Foundation
import Testing

@testable import AGSCompat

/// The state by itself, a step at a time.
struct BaseLoadingStateTests {
    private func error(_ code: Int) -> NSError { NSError(domain: "test", code: code) }

    private func load(_ state: inout BaseLoadingState, retrying: Bool = false) {
        state.load(Callback(on: .main, nil), retrying: retrying)
    }

    private func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ place: SourceLocation = #_sourceLocation) {
        #expect(found == wanted, sourceLocation: place)
    }

    /// The attempts whose start is to be announced.
    private func starts(_ state: inout BaseLoadingState) -> [Int] {
        var starts: [Int] = []
        while let news = state.takeNews() {
            if case .start(let attempt, _) = news { starts.append(attempt) }
        }
        return starts
    }

    /// An attempt that was cancelled after it had begun, and has not answered.
    private func abandon(_ state: inout BaseLoadingState, _ attempt: Int) {
        load(&state, retrying: true)
        expect(state.begin(attempt), true)
        state.cancel()
        state.stopped()
    }

    @Test func `an attempt that was cancelled before its turn does not begin`() {
        var state = BaseLoadingState()
        load(&state)
        expect(starts(&state), [1])
        state.cancel()
        expect(state.begin(1), false)
        load(&state, retrying: true)
        expect(state.begin(1), false)
        expect(starts(&state), [2])
        expect(state.begin(2), true)
        expect(state.begin(2), false)
    }

    @Test func `the next attempt starts when the cancelled one has been stopped`() {
        var state = BaseLoadingState()
        load(&state)
        expect(state.begin(1), true)
        state.cancel()
        expect(starts(&state), [1])
        load(&state, retrying: true)
        expect(starts(&state), [])
        state.stopped()
        expect(starts(&state), [2])
    }

    @Test func `an answer that was held back when its attempt was cancelled is not owed any more`() {
        var state = BaseLoadingState()
        abandon(&state, 1)
        load(&state, retrying: true)
        expect(state.begin(2), true)
        // The first one's, perhaps.
        state.finish(error(1), of: nil)
        #expect(state.outcome.status == .loading)
        state.cancel()
        state.stopped()
        load(&state, retrying: true)
        expect(state.begin(3), true)
        state.finish(error(2), of: nil)
        #expect(state.outcome.status == .loading)
        state.finish(error(3), of: nil)
        #expect(state.outcome.status == .failedToLoad && (state.outcome.error as NSError?)?.code == 3)
    }
}
