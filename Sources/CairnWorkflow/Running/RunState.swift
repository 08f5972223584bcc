import CairnCore

/// Everything that changes while a workflow runs, under one lock.
struct RunState: Sendable {
    // What every step changes comes first, and so lies together: threads that change it in turn fetch it from each other.
    var machine = WorkflowMachine()
    var definitions: [StepDefinition] = []
    var timings: [StepTiming] = []
    var now = Duration.zero
    var ready = ReadyQueue()
    var weights = (total: 0.0, finished: 0.0)
    /// Slots that were handed over and not yet used.
    var heldSlots = 0
    var isWaitingForSlot = false
    var isFinishAnnounced = false
    var isIdleAnnounced = true
    /// Cancelled by whoever runs it: nothing begins any more, whatever is commanded, until it is run again.
    var isClosed = false
    /// Within a step, and quiescent since that opened it: nothing is started any more, whatever is commanded, until it is opened again.
    var isSealed = false
    /// Cancelled as a whole, until a command starts something again: what is added meanwhile is cancelled too.
    var isCancelled = false
    /// Whether anything was ever started, or the run has been quiescent after a change.
    var isStarted = false
    /// Asked after every change.
    private(set) var hasKeeper = false
    var log: EventLog

    /// Attempts that are to begin, and wait for a task of the keeper's making.
    var orders: [Attempt] = []
    var keeper: Keeper? {
        didSet { hasKeeper = keeper != nil }
    }
    /// Subworkflows that are ready: they take no slot themselves.
    var readySubworkflows = ReadyQueue()
    var deadlines = DeadlineQueue()
    var alarm: Alarm?
    var progressLevel: Level<Double>?

    /// The places of steps that were added while running, by serial.
    var addedPlaces: [Int: Int32] = [:]
    /// Where checkpoints go by them, the names that are taken.
    var names: Set<String>?
    /// The places of gates by their names, once somebody has asked by name.
    private var gatePlaces: [String: [Int32]]?
    /// The attempt of the step around this that has opened it last; 0 if it is within none, or not opened yet.
    var opener: Int32 = 0
    /// The step that gives the result of the step around this.
    var output: StepID?
    /// What the attempt around this has come to, until it takes it.
    var verdict: Result<any Sendable, any Error>?

    // What few steps have.
    private(set) var progress: [Int32: Double] = [:]
    /// What the progress of all these comes to, each by its weight.
    private var partialProgress = 0.0
    /// Attempts since the step was last told to start, where there is a retry policy.
    var failures: [Int32: Int] = [:]
    var fulfilments: [Int32: any Sendable] = [:]
    var subruns: [Int32: WorkflowRun] = [:]
    /// The runs of subworkflows that were reset, as long as the bodies that run them have not returned.
    var departing: [Int32: WorkflowRun] = [:]
    var resultWaiters: [Int32: [Int: ResultWaiter]] = [:]
    var idleWaiters: [Int: Waiter<any Error>] = [:]
    /// Those who wait for the run to be quiescent and are deaf to cancellation.
    var patientWaiters: [Waiter<Never>] = []

    init(keepingEvents limit: Int) {
        log = EventLog(keeping: limit)
    }
}

extension RunState {
    func place(of step: StepID) -> Int32? { definitions.place(of: step, added: addedPlaces) }

    /// The place of a step that was found to be one of these when it was added. Does not look at it: what all steps look at, all threads wait for.
    func knownPlace(of step: StepID) -> Int32 { step.position >= 0 ? step.position : addedPlaces[step.serial] ?? -1 }

    /// Whether nothing runs and nothing is waited for.
    var isIdle: Bool { machine.isIdle }

    /// Starts what is ready. If that is nothing, the run is quiescent anew, and says so.
    mutating func startAll() {
        isStarted = true
        isIdleAnnounced = false
        machine.startAll()
    }

    /// Goes on from what failed or was cancelled; says so if that is nothing.
    mutating func retryAll() {
        isIdleAnnounced = false
        machine.retryAll()
    }

    /// Cancels everything that has not ended, and whatever is started from now on.
    mutating func close() {
        isClosed = true
    }

    /// The same for what runs within an attempt that was cancelled; another may have opened the run since.
    mutating func close(openedBy attempt: Int32) {
        if opener == attempt { close() }
    }

    /// Cancels what has not ended.
    @inline(never) mutating func cancelOpenEnds() {
        let open = [StepState.pending, .ready, .waiting, .executing].reduce(0) { $0 + machine.count(in: $1) }
        if open > 0 { machine.cancelAll() }
    }

    var isFinished: Bool { machine.isFinished }

    /// Adds the steps that a run begins with.
    mutating func addSteps(of workflow: Workflow, restored: (StepDefinition) throws -> (any Sendable)?) throws {
        definitions = workflow.steps
        timings = Array(repeating: StepTiming(), count: definitions.count)
        machine.reserve(steps: definitions.count, edges: definitions.reduce(0) { $0 + $1.prerequisites.count })
        for definition in workflow.steps { try link(definition, restored: try restored(definition), isSilent: true) }
    }

    mutating func addStep(_ definition: StepDefinition, restored: (any Sendable)?) throws {
        addedPlaces[definition.id.serial] = Int32(definitions.count)
        if definition.kind == .gate { gatePlaces?[definition.name, default: []].append(Int32(definitions.count)) }
        definitions.append(definition)
        if log.isWatched { log.keepAtLeast(definitions.count) }
        timings.append(StepTiming())
        try link(definition, restored: restored)
    }

    /// Adds a step to the machine, after its prerequisites.
    private mutating func link(_ definition: StepDefinition, restored: (any Sendable)?, isSilent: Bool = false) throws {
        let step = restored.map { machine.beginAddition(.finished, .value($0)) } ?? machine.beginAddition()
        for prerequisite in definition.prerequisites {
            guard let place = place(of: prerequisite), place < step else {
                throw WorkflowError.unknownPrerequisite(step: definition.name)
            }
            machine.depend(step, on: place)
        }
        machine.endAddition(step, isSilent: isSilent)
        names?.insert(definition.name)
        let weight = definition.weight
        weights.total += weight
        if restored != nil { weights.finished += weight }
    }

    /// The gate of that name which takes such a value, if there is one.
    mutating func gate(named name: String, of type: any Any.Type) -> Int32? {
        if gatePlaces == nil {
            let gates = definitions.indices.filter { definitions[$0].kind == .gate }
            gatePlaces = Dictionary(grouping: gates.map { Int32($0) }) { definitions[Int($0)].name }
        }
        return gatePlaces?[name]?.first { definitions[Int($0)].outputType == type }
    }

    var overallProgress: Double {
        guard weights.total > 0 else { return isFinished ? 1 : 0 }
        if isFinished { return 1 }
        return min(1, max(0, (weights.finished + partialProgress) / weights.total))
    }

    /// Notes how much of a step is done; nil where that is not told apart.
    mutating func setProgress(of step: Int32, to fraction: Double?) {
        let before = progress[step]
        progress[step] = fraction
        partialProgress += definitions[Int(step)].weight * ((fraction ?? 0) - (before ?? 0))
        // Sums of many differences drift.
        if progress.isEmpty { partialProgress = 0 }
    }
}
