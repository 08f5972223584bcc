import CairnCore

/// What a change of a run entails for others: decided under its lock, and done once that has been given back.
///
/// A change can entail changes of other runs: who has got a slot begins something with it, and what runs within a cancelled step is
/// cancelled. They are made one after the other, by the same loop, and write what they entail into the same actions: nothing recurses,
/// however many runs wait and however deep they lie within each other.
///
/// It cannot be copied, and cannot be forgotten: one that is dropped with something still to do traps in debug builds.
struct Actions: ~Copyable {
    enum Relative {
        /// A slot was taken for this run.
        case heir(WorkflowRun)
        /// The attempt that this run is opened by was cancelled.
        case orphan(WorkflowRun, attempt: Int32)
    }

    var wakes = Wakes()
    /// Where there is a checkpoint that has lost something, and must be handed over without waiting for the next step.
    var shrunkRecorder: StepRecorder?
    private var relatives: [Relative] = []
    /// Who makes the change under way.
    var caller = Caller.stranger
    /// What the worker that makes the change goes on with.
    private var next: Attempt?
    /// Mostly there is one, which then needs no array.
    private var start: Attempt?
    private var otherStarts: [Attempt] = []

    deinit {
        assert(
            next == nil && start == nil && otherStarts.isEmpty && relatives.isEmpty,
            "Something was decided under a lock and never done.")
    }

    mutating func begin(_ attempt: Attempt) {
        if start == nil { start = attempt } else { otherStarts.append(attempt) }
    }

    mutating func goOn(with attempt: Attempt) {
        next = attempt
    }

    /// A turn of the worker that makes the change, which goes on with one attempt at most.
    mutating func takeTurn(for definition: StepDefinition) -> Worker.Turn? {
        guard next == nil, case .worker(let worker) = caller else { return nil }
        return worker.nextTurn(for: definition)
    }

    mutating func takeNext() -> Attempt? {
        next.take()
    }

    mutating func concern(_ relative: Relative) {
        relatives.append(relative)
    }

    /// Does it all. Call this where no lock is held.
    consuming func perform() {
        if !relatives.isEmpty { changeRelatives() }
        let (first, others, recorder) = (start, otherStarts, shrunkRecorder)
        (start, otherStarts) = (nil, [])
        first?.start()
        for attempt in others { attempt.start() }
        var due = Wakes()
        swap(&due, &wakes)
        due.perform()
        recorder?.handOver()
    }

    private mutating func changeRelatives() {
        while let relative = relatives.popLast() {
            switch relative {
            case .heir(let run): run.change(&self) { state, _ in state.takeOverSlot() }
            case .orphan(let run, let attempt): run.change(&self) { state, _ in state.close(openedBy: attempt) }
            }
        }
    }
}
