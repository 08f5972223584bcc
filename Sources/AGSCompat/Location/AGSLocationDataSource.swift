import CairnCallbacks
import CairnCore
public import Foundation

/// Whether a source of locations tells some. Its numbers are not known for sure.
public enum AGSLocationDataSourceStatus: Int, Sendable {
    /// It tells none.
    case stopped = 0
    /// It is about to.
    case starting = 1
    /// It tells them.
    case started = 2
    /// It is about to end.
    case stopping = 3
    /// It could not begin.
    case failedToStart = 4
}

/// Tells where a device is, to its delegate. It is to be subclassed, for nothing here asks a device: a subclass says what it knows in ``didUpdate(_:)``.
open class AGSLocationDataSource: NSObject {
    private struct State: Sendable {
        var status = AGSLocationDataSourceStatus.stopped
        var error: (any Error)?
        /// Those who wait for it to be started, or to be stopped.
        var waiting: [Callback<(any Error)?>] = []
    }

    private let state = Guarded(State())

    /// Told what this one tells. It is not kept.
    public weak var locationChangeHandlerDelegate: (any AGSLocationChangeHandlerDelegate)?
    /// Whether it tells locations.
    public var started: Bool { status == .started }
    /// Whether it tells locations, or is about to.
    public var status: AGSLocationDataSourceStatus { state.read(\.status) }
    /// Why it could not be started; nil if nothing was wrong.
    public var error: (any Error)? { state.read(\.error) }

    /// Starts it, by ``doStart()`` on the same thread. The completion gets what went wrong, and `NSUserCancelledError` if it is stopped before.
    public func start(completion: (((any Error)?) -> Void)? = nil) {
        let callback = Callback(on: .ofSingleAnswer, completion)
        let former = state.change { state, wakes in
            let former = state.status
            if former == .stopped || former == .failedToStart {
                if let error = state.error { wakes.release(error) }
                (state.status, state.error) = (.starting, nil)
            }
            if state.status == .starting { state.waiting.append(callback) }
            return former
        }
        switch former {
        case .starting: break
        case .started: callback.callLater(nil)
        case .stopping: callback.callLater(AGSError.runtime(.commonIllegalState, "It is being stopped: wait for that to end."))
        case .stopped, .failedToStart:
            tell(.starting)
            doStart()
        }
    }

    /// Stops it, by ``doStop()`` on the same thread.
    public func stop(completion: (() -> Void)? = nil) {
        let callback = Callback<(any Error)?>(on: .ofSingleAnswer) { _ in completion?() }
        let (former, starts) = state.change { state, _ in
            let former = state
            if former.status == .started || former.status == .starting { (state.status, state.waiting) = (.stopping, []) }
            if state.status == .stopping { state.waiting.append(callback) }
            return (former.status, former.waiting)
        }
        switch former {
        case .stopping: break
        case .stopped, .failedToStart: callback.callLater(nil)
        case .starting, .started:
            for start in starts { start.callLater(AGSError.cancelled) }
            tell(.stopping)
            doStop()
        }
    }

    /// Begins to tell locations; a subclass calls ``didStartOrFailWithError(_:)`` once it does, or cannot.
    open func doStart() { didStartOrFailWithError(nil) }
    /// Ends telling them; a subclass calls ``didStop()`` once it has.
    open func doStop() { didStop() }

    /// What a subclass says when it has started, or could not. One that overrides it calls this, which tells who waits.
    open func didStartOrFailWithError(_ error: (any Error)?) {
        end(error == nil ? .started : .failedToStart, error, of: .starting)
    }

    /// What a subclass says when it has stopped. One that overrides it calls this, which tells who waits.
    open func didStop() { end(.stopped, nil, of: .stopping, .started) }

    /// What a subclass says when the device is elsewhere. Of a source that is not started nobody is told.
    /// One that overrides it calls this, which tells the delegate.
    open func didUpdate(_ location: AGSLocation) {
        if started { locationChangeHandlerDelegate?.locationDataSource(self, locationDidChange: location) }
    }

    /// What a subclass says when the device points elsewhere: degrees clockwise from north. One that overrides it calls this, which tells the delegate.
    open func didUpdateHeading(_ heading: Double) {
        if started { locationChangeHandlerDelegate?.locationDataSource(self, headingDidChange: heading) }
    }

    /// Goes on to a status from one of others, and answers who has waited for it.
    private func end(_ status: AGSLocationDataSourceStatus, _ error: (any Error)?, of former: AGSLocationDataSourceStatus...) {
        let waiting: [Callback<(any Error)?>]? = state.change { state, _ in
            guard former.contains(state.status) else { return nil }
            defer { state = State(status: status, error: error) }
            return state.waiting
        }
        guard let waiting else { return }
        tell(status)
        for callback in waiting { callback.callLater(error) }
    }

    private func tell(_ status: AGSLocationDataSourceStatus) {
        locationChangeHandlerDelegate?.locationDataSource(self, statusDidChange: status)
    }
}
