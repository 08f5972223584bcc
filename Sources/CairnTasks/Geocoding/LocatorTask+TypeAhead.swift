import CairnCore
import Synchronization

/// What a locator suggests for what somebody has typed.
public struct TypeAhead: Sendable {
    /// The text these suggestions are for.
    public var text: String
    /// The suggestions; empty if there are none, or asking has failed.
    public var suggestions: [SuggestResult]
    /// Why asking has failed. Typing on asks again.
    public var error: (any Error)?
}

extension LocatorTask {
    /// Suggestions for a text as it is typed.
    ///
    /// A text is asked for once nothing has been typed for `pause`. A newer text cancels the request for an older one, so answers come
    /// in the order of their texts and never late; who falls behind gets the newest. An empty text has no suggestions at once.
    ///
    /// ```swift
    /// for await answer in locator.typeAhead(for: field.texts) { list.show(answer.suggestions) }
    /// ```
    ///
    /// The stream ends after the last text's answer; leaving it cancels what is under way.
    public func typeAhead<Texts: AsyncSequence & Sendable>(
        for texts: Texts, parameters: SuggestParameters = SuggestParameters(), pause: Duration = .milliseconds(250),
        clock: any Clock<Duration> = ContinuousClock()
    ) -> AsyncStream<TypeAhead> where Texts.Element == String {
        let (stream, continuation) = AsyncStream.makeStream(of: TypeAhead.self, bufferingPolicy: .bufferingNewest(1))
        let typing = Typing(self, parameters, continuation)
        // Owned by the stream, whose end cancels it.
        let task = Task {
            var latest: Task<Void, Never>?
            do {
                for try await text in texts {
                    latest?.cancel()
                    let number = typing.begin()
                    if text.allSatisfy(\.isWhitespace) {
                        typing.answer(TypeAhead(text: text, suggestions: []), to: number)
                    } else {
                        latest = Task { await typing.ask(text, number, after: pause, on: clock) }
                    }
                }
            } catch {
                // The texts have ended, by failing: so do the answers.
            }
            await withTaskCancellationHandler {
                await latest?.value
            } onCancel: { [latest] in
                latest?.cancel()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            task.cancel()
            typing.end()
        }
        return stream
    }
}

/// Which text is the newest: only its answer is given.
private final class Typing: Sendable {
    private let locator: LocatorTask
    private let parameters: SuggestParameters
    private let continuation: AsyncStream<TypeAhead>.Continuation
    private let newest = Mutex(0)

    init(_ locator: LocatorTask, _ parameters: SuggestParameters, _ continuation: AsyncStream<TypeAhead>.Continuation) {
        self.locator = locator
        self.parameters = parameters
        self.continuation = continuation
    }

    func begin() -> Int {
        newest.withLock { newest in
            newest += 1
            return newest
        }
    }

    /// Makes every answer that is still to come too late.
    func end() {
        _ = begin()
    }

    func ask(_ text: String, _ number: Int, after pause: Duration, on clock: any Clock<Duration>) async {
        do {
            try await clock.sleep(for: pause)
            // A load that failed for an earlier text may succeed for this one.
            try await locator.retryLoad()
            let suggestions = try await locator.suggest(forSearchText: text, parameters: parameters)
            answer(TypeAhead(text: text, suggestions: suggestions), to: number)
        } catch is CancellationError {
            // A newer text has come.
        } catch {
            answer(TypeAhead(text: text, suggestions: [], error: error), to: number)
        }
    }

    /// Under the lock: an answer must not overtake a newer text.
    func answer(_ answer: TypeAhead, to number: Int) {
        newest.withLock { newest in
            if newest == number { continuation.yield(answer) }
        }
    }
}
