import CairnCore

/// Everything that changes while a workflow runs, under one lock.
struct RunState: Sendable {
    var machine = WorkflowMachine()
    var definitions: [StepDefinition] = []
    /// The places of steps that were added while running, by serial.
    var addedPlaces: [Int: Int32] = [:]
    var timings: [StepTiming] = []
    var now = Duration.zero

    // What few steps have.
    var progress: [Int32: Double] = [:]
    /// Attempts since the step was last told to start, where there is a retry policy.
    var failures: [Int32: Int] = [:]
    var fulfilments: [Int32: any Sendable] = [:]
    var subruns: [Int32: Subrun] = [:]
    var resultWaiters: [Int32: [ResultWaiter]] = [:]
    var idleWaiters: [Int: CheckedContinuation<Void, any Error>] = [:]

    var ready = ReadyQueue()
    /// Subworkflows that are ready: they take no slot themselves.
    var readySubworkflows = ReadyQueue()
    var deadlines = DeadlineQueue()
    var log: EventLog

    var cells: [Cell] = []
    var idleCells: [Int] = []
    var closedCells: [Int] = []
    /// Slots that were handed over and not yet used.
    var heldSlots = 0
    var isWaitingForSlot = false
    var timer = TimerState()

    var isDriven = false
    var pump: CheckedContinuation<PumpOrder, Never>?
    var orders: [PumpOrder] = []
    /// Those who want the driver to stay though nothing runs.
    var holds = 0
    var driver: Task<Void, Never>?

    var isFinishAnnounced = false
    var isIdleAnnounced = true
    var weights = (total: 0.0, finished: 0.0)
    var progressLevel: Level<Double>?
    var wakes: [Wake] = []

    init(keepingEvents limit: Int) {
        log = EventLog(keeping: limit)
    }
}

/// The run of a subworkflow, and which of its steps gives the output.
struct Subrun: Sendable {
    let run: WorkflowRun
    let output: StepID
}

struct ResultWaiter: Sendable {
    let id: Int
    let continuation: CheckedContinuation<any Sendable, any Error>
}

/// What the task group's body is asked to do.
enum PumpOrder: Sendable {
    case open(cell: Int)
    case timer
    case end
}

/// The child that keeps time.
struct TimerState: Sendable {
    var isRunning = false
    /// When it wakes up by itself.
    var alarm: Duration?
    var waiter: CheckedContinuation<Void, Never>?
    var isPoked = false
    var isClosing = false
}

extension RunState {
    func place(of step: StepID) -> Int32? {
        if step.position < 0 { return addedPlaces[step.serial] }
        let place = Int(step.position)
        return place < definitions.count && definitions[place].id == step ? step.position : nil
    }

    /// Whether nothing runs and nothing is waited for.
    var isIdle: Bool {
        machine.liveCount == 0 && machine.queuedCount == 0 && machine.count(in: .waiting) == 0
    }

    var isFinished: Bool { machine.count(in: .finished) == machine.count }

    mutating func addStep(_ definition: StepDefinition, restored: (any Sendable)? = nil) throws {
        var prerequisites: [Int32] = []
        prerequisites.reserveCapacity(definition.prerequisites.count)
        for prerequisite in definition.prerequisites {
            guard let place = place(of: prerequisite) else {
                throw WorkflowError.unknownPrerequisite(step: definition.name)
            }
            prerequisites.append(place)
        }
        let place = Int32(definitions.count)
        definitions.append(definition)
        if definition.id.position < 0 { addedPlaces[definition.id.serial] = place }
        if let restored {
            machine.add(after: prerequisites, phase: .finished, outcome: .value(restored))
        } else {
            machine.add(after: prerequisites)
        }
        timings.append(StepTiming())
        let weight = definition.weight
        weights.total += weight
        if restored != nil { weights.finished += weight }
    }

    var overallProgress: Double {
        guard weights.total > 0 else { return isFinished ? 1 : 0 }
        if isFinished { return 1 }
        let partial = progress.reduce(0) { $0 + definitions[Int($1.key)].weight * $1.value }
        return min(1, max(0, (weights.finished + partial) / weights.total))
    }
}

extension StepDefinition {
    var weight: Double { policy?.policy.weight ?? 1 }
    var priority: UInt8 { policy?.policy.priority?.rawValue ?? TaskPriority.medium.rawValue }
}
