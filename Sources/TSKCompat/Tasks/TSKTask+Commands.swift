import CairnWorkflow
import Foundation
import Synchronization

extension TSKTask {
    /// Does a command, or, where it is being passed on from a prerequisite, calls the handlers of what has been done.
    func perform(_ command: TaskCommand) {
        let calls = HandlerCalls.ofThread
        if let arrival = calls.take(command, for: self) { return announce(arrival, calls) }
        let (graph, index) = graphMadeIfNeeded
        let arrivals = graph.perform(command, on: index, or: self)
        calls.make(in: graph) { [self] in announceAll(arrivals, calls) }
    }

    /// Calls the handlers of a command to this task, and passes it on to those whom it has reached after this one.
    func announceAll(_ arrivals: [Arrival], _ calls: HandlerCalls) {
        guard let own = arrivals.first else { return }
        announce(own, calls, then: arrivals.dropFirst())
    }

    /// Calls the handlers of what a command has done to this task. A workflow that is its work hears of a cancellation first, and of what
    /// else there is with this task; the first task in it that hears of it makes this one's handlers be called.
    private func announce(_ arrival: Arrival, _ calls: HandlerCalls, then others: ArraySlice<Arrival> = []) {
        let announcement = Announcement(of: self) { [self] in
            announceOwn(arrival, calls)
            for other in others { calls.pass(other) }
        }
        guard arrival.command == .cancel, let within = arrival.within else { return announcement.make() }
        calls.announce(announcement) { announceWithin(.cancel, within, calls) }
    }

    private func announceOwn(_ arrival: Arrival, _ calls: HandlerCalls) {
        for change in arrival.changes {
            tellObservers(of: change.to)
            switch change.cause {
            case .cancellation: announceCancellation()
            case .reset:
                didReset()
                if let within = arrival.within { announceWithin(.reset, within, calls) }
                post(.TSKTaskDidReset)
            case .retry:
                didRetry()
                if let within = arrival.within { announceWithin(.retry, within, calls) }
                post(.TSKTaskDidRetry)
            default: break
            }
        }
        if arrival.command == .reset { tellObserversOfFulfillment() }
        for change in arrival.changes where change.cause == .queued { enqueue(change.attempt) }
        if let attempt = arrival.waiting { announcedRetry(attempt) }
    }

    private func announcedRetry(_ attempt: Int32) {
        let (graph, index) = graphMadeIfNeeded
        if graph.state.withLock({ $0.retryAnnounced(index, attempt) }) { begin((self, attempt)) }
    }

    private func announceCancellation() {
        didCancel()
        delegate?.taskDidCancel(self)
        post(.TSKTaskDidCancel)
        guard let workflow else { return }
        workflow.delegate?.workflow(workflow, taskDidCancel: self)
        workflow.tellOuterTasks { $0.subworkflowTaskDidCancel() }
        workflow.post(.TSKWorkflowTaskDidCancel, about: self)
    }

    func end(_ outcome: StepOutcome) {
        let (graph, index) = graphMadeIfNeeded
        // A body that was left behind by a later attempt says so by its thread, or its Swift task.
        guard let ending = graph.end(index, attempt: callingAttempt, with: outcome) else { return }
        HandlerCalls.ofThread.make(in: graph) { [self] in announce(ending, in: graph, index) }
    }

    func announce(_ ending: Ending, in graph: TaskGraph, _ index: Int32) {
        switch ending.outcome {
        case .value(let value):
            tellObservers(of: .finished)
            announceFinish((value as? LegacyValue)?.value)
        case .failure(let error):
            tellObservers(of: .failed)
            announceFailure(error is MissingError ? nil : error)
        case .none: break
        }
        let (others, isAtEnd) = graph.state.withLock { state in (state.announced(index, ending.attempt), state.isAtEnd) }
        if isAtEnd, others != nil { workflow?.didFinishAll() }
        for start in ending.started { begin(start) }
        for start in others ?? [] { begin(start) }
    }

    private func begin(_ start: TaskGraph.Start) {
        start.task.tellObservers(of: .ready)
        start.task.enqueue(start.attempt)
    }

    private func announceFinish(_ result: Any?) {
        didFinish(with: result)
        delegate?.task(self, didFinishWith: result)
        post(.TSKTaskDidFinish)
    }

    private func announceFailure(_ error: (any Error)?) {
        didFail(with: error)
        delegate?.task(self, didFailWith: error)
        post(.TSKTaskDidFail)
        guard let workflow else { return }
        workflow.delegate?.workflow(workflow, task: self, didFailWith: error)
        workflow.tellOuterTasks { $0.subworkflowTaskDidFail(error) }
        workflow.post(.TSKWorkflowTaskDidFail, about: self)
    }

    func post(_ name: NSNotification.Name) {
        workflow?.notificationCenter.post(name: name, object: self)
    }

    /// Puts an attempt that may begin on the task's queue.
    func enqueue(_ attempt: Int32) {
        feeder?.add(self, attempt: attempt)
    }

    /// Takes back that an attempt was to begin.
    func forgetStart(attempt: Int32) {
        guard let (graph, index) = graphAndIndex else { return }
        graph.state.withLock { $0.machine.unqueue(index, attempt: attempt) }
    }

    /// Runs `main` for an attempt, if it still counts.
    func runMain(attempt: Int32) {
        guard let (graph, index) = graphAndIndex else { return }
        let calls = HandlerCalls.ofThread
        let begins = graph.state.withLock { state in
            defer { state.machine.forgetChanges() }
            return state.machine.begin(index, attempt: attempt)
        }
        guard begins else { return }
        calls.make(in: graph) { [self] in
            tellObservers(of: .executing)
            post(.TSKTaskDidStart)
        }
        callMain(attempt: attempt)
        if let next = graph.state.withLock({ $0.bodyEnded(index) }) { begin((self, next)) }
    }
}
