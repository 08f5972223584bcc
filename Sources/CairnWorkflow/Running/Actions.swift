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
    /// Mostly there is one, which then needs no array.
    private var start: Body?
    private var otherStarts: [Body] = []

    deinit {
        assert(start == nil && otherStarts.isEmpty && relatives.isEmpty, "Something was decided under a lock and never done.")
    }

    mutating func begin(_ body: Body) {
        if start == nil { start = body } else { otherStarts.append(body) }
    }

    mutating func concern(_ relative: Relative) {
        relatives.append(relative)
    }

    /// A body that is to begin, and that the caller begins by himself.
    mutating func takeStart(where isTaken: (Body) -> Bool) -> Body? {
        guard let body = start, isTaken(body) else { return nil }
        start = nil
        return body
    }

    /// Does it all. Call this where no lock is held.
    consuming func perform() {
        if !relatives.isEmpty { changeRelatives() }
        let (first, others, recorder) = (start, otherStarts, shrunkRecorder)
        (start, otherStarts) = (nil, [])
        first?.start()
        for body in others { body.start() }
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
