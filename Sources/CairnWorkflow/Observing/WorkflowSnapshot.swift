/// How a workflow stands at one moment: every step, in the order they were added.
public struct WorkflowSnapshot: Sendable {
    /// The workflow's name.
    public let name: String
    /// The number of the last event it includes.
    public internal(set) var sequence: Int
    /// Every step, in the order they were added.
    public internal(set) var steps: [StepSnapshot]
    private var places: [StepID: Int]

    init(name: String, sequence: Int, steps: [StepSnapshot]) {
        self.name = name
        self.sequence = sequence
        self.steps = steps
        places = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.id, $0) })
    }

    /// One step, if it is of this workflow.
    public subscript(step: some WorkflowStep) -> StepSnapshot? {
        places[step.id].map { steps[$0] }
    }

    func place(of step: StepID) -> Int? { places[step] }

    /// How many steps are in a state.
    public func count(of state: StepState) -> Int {
        steps.count { $0.state == state }
    }

    /// How much is done, 0…1, each step by its weight.
    public var progress: Double {
        let total = steps.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return steps.allSatisfy { $0.state == .finished } ? 1 : 0 }
        return steps.reduce(0) { $0 + $1.weight * ($1.state == .finished ? 1 : $1.progress) } / total
    }

    /// The prerequisites of a step that have not finished.
    public func blockers(of step: some WorkflowStep) -> [StepSnapshot] {
        (self[step]?.prerequisites ?? []).compactMap { self[$0] }.filter { $0.state != .finished }
    }

    /// Everything whose body has a slot, in subworkflows too.
    var slotHolders: [StepSnapshot] {
        var (holders, open): ([StepSnapshot], [WorkflowSnapshot]) = ([], [self])
        while let snapshot = open.popLast() {
            holders += snapshot.steps.filter(\.holdsSlot)
            open += snapshot.steps.compactMap(\.subworkflow)
        }
        return holders
    }

    /// What an event has changed, so that a watcher can follow without asking again.
    public mutating func apply(_ event: WorkflowEvent) {
        switch event.kind {
        case .snapshot(let snapshot):
            self = snapshot
        case .added(let step):
            places[step.id] = steps.count
            steps.append(step)
        case .changed(let transition):
            if let place = places[transition.step] { steps[place].apply(transition, at: event.time) }
        case .progressed(let step, let progress):
            if let place = places[step] { steps[place].progress = progress }
        case .message, .finished, .quiescent: break
        }
        sequence = event.sequence
    }
}

extension StepSnapshot {
    fileprivate mutating func apply(_ transition: StepTransition, at time: Duration) {
        state = transition.to
        attempt = transition.attempt
        error = transition.error
        (isQueued, bodyAttempt, holdsSlot) = (false, nil, false)
        switch state {
        case .executing:
            (began, ended) = (time, nil)
            progress = 0
        case .finished, .failed, .cancelled:
            progress = state == .finished ? 1 : 0
            began = began ?? time
            ended = time
        case .pending:
            (began, ended) = (nil, nil)
            progress = 0
        default: break
        }
    }
}
