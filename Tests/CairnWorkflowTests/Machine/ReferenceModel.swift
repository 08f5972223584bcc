import CairnWorkflow

/// The rules of steps in the plainest words, recursion and all, to hold the machine against.
struct ReferenceModel {
    struct Step {
        var state = StepState.ready
        let prerequisites: [Int]
        var dependents: [Int] = []
        /// Asked to start: begins by itself as soon as it can.
        var isQueued = false
    }

    var steps: [Step] = []

    mutating func add(after prerequisites: [Int]) {
        for prerequisite in Set(prerequisites) { steps[prerequisite].dependents.append(steps.count) }
        steps.append(Step(prerequisites: prerequisites))
        if !isSatisfied(steps.count - 1) { steps[steps.count - 1].state = .pending }
    }

    func isSatisfied(_ step: Int) -> Bool {
        steps[step].prerequisites.allSatisfy { steps[$0].state == .finished }
    }

    mutating func start(_ step: Int) {
        if steps[step].state == .ready { steps[step].isQueued = true }
    }

    mutating func begin(_ step: Int) {
        if steps[step].isQueued {
            steps[step].isQueued = false
            steps[step].state = .executing
        }
    }

    mutating func finish(_ step: Int) {
        guard steps[step].state == .executing else { return }
        steps[step].state = .finished
        for dependent in steps[step].dependents where steps[dependent].state == .pending && isSatisfied(dependent) {
            steps[dependent].state = .ready
            start(dependent)
        }
    }

    mutating func fail(_ step: Int) {
        if steps[step].state == .executing { steps[step].state = .failed }
    }

    mutating func cancel(_ step: Int) {
        if [.pending, .ready, .waiting, .executing].contains(steps[step].state) {
            steps[step].state = .cancelled
            steps[step].isQueued = false
        }
        for dependent in steps[step].dependents { cancel(dependent) }
    }

    mutating func reset(_ step: Int) {
        if steps[step].state != .pending {
            steps[step].isQueued = false
            steps[step].state = .pending
            if isSatisfied(step) { steps[step].state = .ready }
        }
        for dependent in steps[step].dependents { reset(dependent) }
    }

    mutating func retry(_ step: Int) {
        if steps[step].state == .cancelled || steps[step].state == .failed {
            steps[step].state = .pending
            if isSatisfied(step) {
                steps[step].state = .ready
                start(step)
            }
        }
        for dependent in steps[step].dependents { retry(dependent) }
    }

    var roots: [Int] { steps.indices.filter { steps[$0].prerequisites.isEmpty } }

    func descendants(of step: Int) -> Set<Int> {
        steps[step].dependents.reduce(into: []) { $0.formUnion(descendants(of: $1).union([$1])) }
    }
}
