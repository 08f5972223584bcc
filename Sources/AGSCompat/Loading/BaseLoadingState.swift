import CairnCallbacks
import CairnCore
import Foundation

/// Where the loading of an `AGSLoadableBase` stands, and what is to be announced of it: a value.
///
/// An answer carries no sign of the attempt that it ends. So each attempt that was cancelled and has not answered owes one, and what comes next
/// is taken for that, unless it comes from within the overrides, where the attempt is known. If it is the only one that comes, nobody has owed
/// anything: after a while it is taken for the current attempt's after all.
struct BaseLoadingState: Sendable {
    enum News: Sendable {
        case status(BaseLoading.Outcome, Announcement)
        case error(BaseLoading.Outcome, Announcement)
        case start(attempt: Int, isRetry: Bool)
        case stop(attempt: Int)
        case answer([Callback<(any Error)?>], (any Error)?)
        case hold(Int, Duration)
    }

    /// How the status stands that a hook is being told of.
    struct Hook: Sendable {
        let outcome: BaseLoading.Outcome
        let thread = Carried(pthread_self())

        var isCurrent: Bool { pthread_equal(thread.value, pthread_self()) != 0 }
    }

    private enum Phase: Sendable { case idle, queued, started }

    /// A cancellation whose `doCancelLoading` has not returned.
    private struct Stopping: Sendable {
        let attempt: Int
        var callbacks: [Callback<(any Error)?>]
        var isAnswered = false
        var error: (any Error)?
    }

    /// For how long an answer is held back that may be an abandoned attempt's.
    static let patience = Duration.seconds(10)
    /// The same for a cancellation, which nearly always is one: what was stopped says so once more.
    static let patienceWithCancellation = Duration.seconds(120)

    private(set) var outcome = BaseLoading.Outcome()
    private(set) var hook: Hook?
    var observers = Observers()
    /// What observers know it by.
    let id = StateID()
    /// Whether a thread announces.
    var isAnnounced = false
    /// The object itself, while it is under way.
    var kept: Carried<AGSLoadableBase>?

    private var phase = Phase.idle
    private var attempt = 0
    private var isRetry = false
    /// Whether an attempt was cancelled since one has ended by itself.
    private var hasCancelled = false
    /// Of all attempts those that were cancelled.
    private var cancelled: Set<Int> = []
    private var callbacks: [Callback<(any Error)?>] = []
    private var stopping: Stopping?
    /// The attempts that were cancelled and have not answered.
    private var debtors: [Int] = []
    private var held: (number: Int, error: (any Error)?)?
    private var lastHeld = 0
    private var news = Queue<News>()
    private var discarded: [any Sendable] = []

    /// Whether the object must keep itself alive.
    var isUnderWay: Bool { phase != .idle || stopping != nil }

    mutating func takeDiscarded() -> [any Sendable] {
        defer { discarded = [] }
        return discarded
    }

    /// What is to be announced next; if that is nothing, the announcer is done.
    mutating func takeNews() -> News? {
        let next = news.popFirst()
        isAnnounced = next != nil
        switch next {
        case .status(let outcome, _), .error(let outcome, _): hook = Hook(outcome: outcome)
        default: break
        }
        return next
    }

    mutating func announced(_ news: News, _ wakes: inout Wakes) {
        switch news {
        case .status, .error: break
        default: return
        }
        wakes.release(hook)
        hook = nil
    }

    private mutating func move(to status: AGSLoadStatus, _ error: (any Error)? = nil) {
        let announcement = replaceOutcome(by: BaseLoading.Outcome(status: status, error: error))
        news.append(.status(outcome, announcement))
    }

    private mutating func replaceOutcome(by new: BaseLoading.Outcome) -> Announcement {
        let old = outcome
        discarded.append(old)
        outcome = new
        return observers.note(StateChange(id, from: old, to: new))
    }

    // MARK: - Commands

    mutating func load(_ callback: Callback<(any Error)?>, retrying: Bool) {
        switch outcome.status {
        case .loaded: news.append(.answer([callback], nil))
        case .loading: callbacks.append(callback)
        case .failedToLoad where !retrying:
            // The error is not known before the subclass has said which.
            if stopping != nil { stopping?.callbacks.append(callback) } else { news.append(.answer([callback], outcome.error)) }
        default: start(callback, isRetry: outcome.status == .failedToLoad)
        }
    }

    private mutating func start(_ callback: Callback<(any Error)?>, isRetry: Bool) {
        attempt += 1
        phase = .queued
        callbacks = [callback]
        move(to: .loading)
        self.isRetry = isRetry
        if stopping == nil { news.append(.start(attempt: attempt, isRetry: isRetry)) }
    }

    mutating func cancel() {
        guard outcome.status == .loading else { return }
        let (waiting, wasStarted) = (callbacks, phase == .started)
        (callbacks, phase, hasCancelled) = ([], .idle, true)
        cancelled.insert(attempt)
        // It was one of the answers that are owed.
        if held != nil, !debtors.isEmpty { debtors.removeFirst() }
        forgetHeld()
        move(to: .failedToLoad, AGSError.cancelled)
        if wasStarted {
            stopping = Stopping(attempt: attempt, callbacks: waiting)
            news.append(.stop(attempt: attempt))
        } else if stopping != nil {
            stopping?.callbacks += waiting
        } else {
            news.append(.answer(waiting, AGSError.cancelled))
        }
    }

    /// `doStartLoading` is about to be called.
    ///
    /// - Returns: Whether it is to be.
    mutating func begin(_ attempt: Int) -> Bool {
        guard attempt == self.attempt, phase == .queued else { return false }
        phase = .started
        return true
    }

    /// `doCancelLoading` has returned.
    mutating func stopped() {
        guard let stopping = stopping.take() else { return }
        let error = stopping.error.map(AGSError.legacy) ?? AGSError.cancelled
        if !stopping.isAnswered { debtors.append(stopping.attempt) }
        if outcome.status == .failedToLoad, stopping.error != nil {
            let announcement = replaceOutcome(by: BaseLoading.Outcome(status: .failedToLoad, error: error))
            news.append(.error(outcome, announcement))
        }
        news.append(.answer(stopping.callbacks, error))
        if phase == .queued { news.append(.start(attempt: attempt, isRetry: isRetry)) }
    }

    // MARK: - Answers

    /// - Parameter speaker: The attempt that says so, where that is known.
    mutating func finish(_ error: (any Error)?, of speaker: Int?) {
        if let stopping, speaker == nil || speaker == stopping.attempt, !stopping.isAnswered {
            self.stopping?.isAnswered = true
            self.stopping?.error = error
        } else if let speaker, speaker == attempt {
            settle(error)
        } else if let speaker, cancelled.contains(speaker) {
            debtors.removeAll { $0 == speaker }
        } else if phase != .started {
            if !debtors.isEmpty { debtors.removeFirst() }
        } else if hasCancelled, Self.isCancellation(error) {
            if debtors.isEmpty { hold(error) } else { debtors.removeFirst() }
        } else if debtors.isEmpty {
            settle(error)
        } else {
            hold(error)
        }
    }

    private mutating func settle(_ error: (any Error)?) {
        guard phase == .started else { return }
        let waiting = callbacks
        (callbacks, phase, hasCancelled) = ([], .idle, false)
        forgetHeld()
        move(to: error == nil ? .loaded : .failedToLoad, error.map(AGSError.legacy))
        news.append(.answer(waiting, outcome.error))
    }

    /// Holds back what may be an abandoned attempt's answer. Of two that have come one is the current attempt's: which, nobody can say, but
    /// where one is a success, there is what was to be loaded.
    private mutating func hold(_ error: (any Error)?) {
        if let held, held.error == nil { return settle(nil) }
        if held != nil, !debtors.isEmpty { debtors.removeFirst() }
        forgetHeld()
        if debtors.isEmpty, !Self.isCancellation(error) { return settle(error) }
        lastHeld += 1
        held = (lastHeld, error)
        news.append(.hold(lastHeld, Self.isCancellation(error) ? Self.patienceWithCancellation : Self.patience))
    }

    private mutating func forgetHeld() {
        if let error = held?.error { discarded.append(error) }
        held = nil
    }

    /// No other answer has come.
    mutating func believe(_ number: Int) {
        guard let held, held.number == number else { return }
        debtors = []
        settle(held.error)
    }

    /// What an operation says that was cancelled: the current attempt was not.
    private static func isCancellation(_ error: (any Error)?) -> Bool {
        guard let error else { return false }
        if error is CancellationError { return true }
        let (domain, code) = ((error as NSError).domain, (error as NSError).code)
        return domain == NSCocoaErrorDomain && code == NSUserCancelledError
            || domain == NSURLErrorDomain && code == NSURLErrorCancelled
    }
}
