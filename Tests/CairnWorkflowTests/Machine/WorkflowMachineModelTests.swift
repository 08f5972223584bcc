@testable import CairnWorkflow
import CairnTesting
import Foundation
import Testing

/// Random graphs and random commands, against the reference model: after every command each step stands where the model says.
@Suite struct WorkflowMachineModelTests {
    enum Command: CaseIterable {
        case add, start, begin, finish, staleFinish, fail, endBody, cancel, reset, retry, startAll, cancelAll, resetAll, retryAll
    }

    @Test func `ten thousand random graphs under random commands agree with the model`() throws {
        let graphs = 10_000
        for seed in 0..<UInt64(graphs) {
            var trial = Trial(seed: seed)
            for _ in 0..<40 { trial.step() }
            if let fault = trial.fault {
                Issue.record("seed \(seed): \(fault)")
                return
            }
        }
    }

    struct Trial {
        var machine = WorkflowMachine()
        var model = ReferenceModel()
        var random: SeededGenerator
        /// The attempts that were begun and whose bodies have not returned.
        var live: [Int32: Int32] = [:]
        var stale: [(step: Int32, attempt: Int32)] = []
        var queued: [Int32: Int32] = [:]
        var fault: String?

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for _ in 0..<Int.random(in: 1...10, using: &random) { add() }
            _ = machine.takeChanges()
        }

        mutating func add() {
            let count = model.steps.count
            let prerequisites =
                count == 0
                ? []
                : (0..<Int.random(in: 0...min(3, count), using: &random)).map { _ in
                    Int.random(in: 0..<count, using: &random)
                }
            machine.add(after: prerequisites.map(Int32.init))
            model.add(after: prerequisites)
        }

        mutating func step() {
            guard fault == nil, let command = Command.allCases.randomElement(using: &random) else { return }
            let step = Int.random(in: 0..<model.steps.count, using: &random)
            let before = model
            apply(command, step)
            follow(command)
            compare(command, step, before)
        }

        private mutating func apply(_ command: Command, _ step: Int) {
            let id = Int32(step)
            switch command {
            case .add: if model.steps.count < 14 { add() }
            case .start:
                machine.start(id)
                model.start(step)
            case .begin: begin(step)
            case .finish:
                // I1: what begins has all its prerequisites, and the model agrees that it may finish.
                machine.finish(id, attempt: live[id].flatMap { machine.attempt(of: id) == $0 ? $0 : nil } ?? -1, with: step)
                if isCurrent(step) { model.finish(step) }
            case .staleFinish:
                // I3: an attempt that does not count any more changes nothing.
                for (step, attempt) in stale where machine.attempt(of: step) != attempt || machine.phase(of: step) != .executing {
                    if machine.finish(step, attempt: attempt, with: -1)
                        || machine.fail(step, attempt: attempt, with: CancellationError())
                    {
                        fault = "a stale attempt of \(step) was accepted"
                    }
                }
            case .fail:
                if isCurrent(step) {
                    machine.fail(id, attempt: live[id], with: CancellationError())
                    model.fail(step)
                }
            case .endBody:
                if let attempt = live.removeValue(forKey: id) {
                    stale.append((id, attempt))
                    machine.bodyEnded(id)
                }
            case .cancel:
                machine.cancel(id)
                model.cancel(step)
            case .reset:
                machine.reset(id)
                model.reset(step)
            case .retry:
                machine.retry(id)
                model.retry(step)
            case .startAll:
                machine.startAll()
                for step in model.steps.indices { model.start(step) }
            case .cancelAll:
                machine.cancelAll()
                for root in model.roots { model.cancel(root) }
            case .resetAll:
                machine.resetAll()
                for root in model.roots { model.reset(root) }
            case .retryAll:
                machine.retryAll()
                for root in model.roots { model.retry(root) }
            }
        }

        private func isCurrent(_ step: Int) -> Bool {
            live[Int32(step)] == machine.attempt(of: Int32(step)) && model.steps[step].state == .executing
        }

        private mutating func begin(_ step: Int) {
            let id = Int32(step)
            guard let attempt = queued[id] else { return }
            let mayBegin = model.steps[step].isQueued && live[id] == nil && machine.attempt(of: id) == attempt
            if machine.begin(id, attempt: attempt) != mayBegin { fault = "\(step) began, or did not, against the rules" }
            if mayBegin {
                live[id] = attempt
                model.begin(step)
                if !model.isSatisfied(step) { fault = "\(step) began without its prerequisites" }
            }
        }

        /// Takes in what the machine has announced.
        private mutating func follow(_ command: Command) {
            var seen: Set<Int32> = []
            for change in machine.takeChanges() {
                if change.cause == .queued {
                    queued[change.step] = change.attempt
                } else if change.cause != .readiness, !seen.insert(change.step).inserted {
                    // I7: at most one transition for a command, and what becomes ready by it.
                    fault = "\(command) touched \(change.step) twice"
                }
            }
        }

        private mutating func compare(_ command: Command, _ step: Int, _ before: ReferenceModel) {
            for (index, expected) in model.steps.enumerated() where machine.phase(of: Int32(index)) != expected.state {
                fault = "after \(command) of \(step), \(index) is \(machine.phase(of: Int32(index))), not \(expected.state)"
            }
            for (index, expected) in model.steps.enumerated() where machine.isQueued(Int32(index)) != expected.isQueued {
                fault = "after \(command) of \(step), whether \(index) is queued is wrong"
            }
            for state in StepState.allCases where machine.count(in: state) != model.steps.count(where: { $0.state == state }) {
                fault = "after \(command) the count of \(state) is wrong"
            }
            if machine.liveCount != live.count { fault = "the count of live bodies is wrong" }
            let leaves = model.steps.filter { $0.dependents.isEmpty }
            if machine.areAllLeavesFinished != leaves.allSatisfy({ $0.state == .finished }) { fault = "the leaves are wrong" }
            checkReach(command, step, before)
        }

        private mutating func checkReach(_ command: Command, _ step: Int, _ before: ReferenceModel) {
            let reach = model.descendants(of: step)
            switch command {
            case .cancel where reach.contains(where: { !model.steps[$0].state.isEnded }):
                fault = "a descendant of the cancelled \(step) has not ended"  // I4
            case .reset where reach.contains(where: { model.steps[$0].state.isEnded }):
                fault = "a descendant of the reset \(step) is still ended"  // I5
            case .retry
            where before.steps.indices.contains(where: {
                before.steps[$0].state == .finished && model.steps[$0].state != .finished
            }):
                fault = "retry took back a finished step"  // I6
            default: break
            }
        }
    }
}
