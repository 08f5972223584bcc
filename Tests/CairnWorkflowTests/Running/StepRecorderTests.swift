import CairnCore
@testable import CairnWorkflow
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StepRecorderTests {
    private func definition(_ name: String) -> StepDefinition {
        var workflow = Workflow()
        workflow.task(name) { 1 }
        return workflow.steps[0]
    }

    private let nowhere = StepRecorder.Storage(keep: { _ in }, flush: {})

    @Test func `what is handed over never holds less than before, however many steps finish at once`() async throws {
        let (counts, calls) = (Shared<[Int]>([]), Shared(0))
        let storage = StepRecorder.Storage { outputs in
            // The first lets others overtake it, as far as they can.
            if calls.increment() == 1 { for _ in 0..<20_000 where counts.value.count < 100 { sched_yield() } }
            counts.update { $0.append(outputs().count) }
        } flush: {
        }
        let recorder = StepRecorder([:], in: storage)
        let definitions = (0..<2000).map { definition("\($0)") }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for definition in definitions[(worker * 250)..<(worker * 250 + 250)] {
                        recorder.keep(1, of: definition)
                        try? await recorder.flush()
                    }
                }
            }
        }
        #expect(zip(counts.value, counts.value.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(counts.value.last == 2000)
    }

    @Test func `steps within a subworkflow are kept under its name, and forgotten with it`() throws {
        let kept = Shared<[String: JSONValue]>([:])
        let recorder = StepRecorder(
            [:],
            in: .init { outputs in
                kept.update { $0 = outputs() }
            } flush: {
            })
        var workflow = Workflow()
        workflow.subworkflow("outer") { $0.task("inner") { 1 } }
        recorder.within("outer").keep(["value": 1], of: definition("inner"))
        recorder.keep(["value": 2], of: definition("outermost"))
        recorder.handOver()
        #expect(kept.value == ["outer/inner": ["value": 1], "outermost": ["value": 2]])
        #expect(try recorder.within("outer").restored(definition("inner")) as? Int == 1)
        recorder.forget([.init(step: workflow.steps[0])])
        recorder.handOver()
        #expect(kept.value == ["outermost": ["value": 2]])
    }

    @Test func `what still runs within a subworkflow that was reset is not kept any more`() throws {
        let recorder = StepRecorder([:], in: nowhere)
        var workflow = Workflow()
        workflow.subworkflow("outer") { $0.task("inner") { 1 } }
        let (first, step) = (recorder.within("outer"), definition("inner"))
        let deeper = first.within("deeper")
        recorder.forget([.init(step: workflow.steps[0], inner: first)])
        first.keep(["value": 1], of: step)
        deeper.keep(["value": 1], of: step)
        let second = recorder.within("outer")
        #expect(try second.restored(step) == nil && second.within("deeper").restored(step) == nil)
        second.keep(["value": 2], of: step)
        #expect(try second.restored(step) as? Int == 2)
    }

    @Test func `a name with a slash is not taken for a step within another`() throws {
        let recorder = StepRecorder([:], in: nowhere)
        recorder.keep(["value": 1], of: definition("outer/inner"))
        recorder.keep(["value": 2], of: definition("outer~1inner"))
        recorder.within("outer").keep(["value": 3], of: definition("inner"))
        #expect(try recorder.restored(definition("outer/inner")) as? Int == 1)
        #expect(try recorder.restored(definition("outer~1inner")) as? Int == 2)
        #expect(try recorder.within("outer").restored(definition("inner")) as? Int == 3)
    }

    @Test func `what is not to be persisted is not restored either, though an older record holds it`() throws {
        var workflow = Workflow()
        workflow.task("here only", policy: StepPolicy(isPersisted: false)) { 1 }
        let recorder = StepRecorder(["here only": ["value": 7]], in: nowhere)
        #expect(try recorder.restored(workflow.steps[0]) == nil)
    }

    @Test func `a record that is saved amid a reset holds all that is reset, or nothing`() async throws {
        let (length, outputs) = (200, Shared<(@Sendable () -> [String: JSONValue])?>(nil))
        let recorder = StepRecorder(
            [:],
            in: .init { latest in
                outputs.update { $0 = latest }
            } flush: {
            })
        var workflow = Workflow()
        var steps = [workflow.task("0") { 0 }]
        for number in 1..<length { steps.append(workflow.task("\(number)", after: steps[number - 1]) { $0 + 1 }) }
        let run = try WorkflowRun(workflow, WorkflowConfiguration(), recorder: recorder)
        run.start()
        _ = try await run.results()
        let read = try #require(outputs.value)
        for _ in 0..<50 {
            let isDone = Shared(false)
            async let sizes = Task.detached {
                var sizes: Set<Int> = []
                while !isDone.value { sizes.insert(read().count) }
                return sizes
            }.value
            run.reset(steps[0])
            isDone.update { $0 = true }
            #expect(await sizes.isSubset(of: [0, length]))
            run.start(steps[0])
            _ = try await run.results()
        }
    }
}
