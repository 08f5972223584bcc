import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKSelectorTaskTests {
    final class Target {
        var calls: [TSKTask] = []
        func work(_ task: TSKTask) {
            calls.append(task)
            task.finish(with: "done")
        }
    }

    @Test func `a selector task keeps its target, name and keys`() {
        let target = Target()
        let task = TSKSelectorTask(name: "method", target: target, action: Target.work, requiredPrerequisiteKeys: ["k"])
        #expect(task.target === target)
        #expect(task.name == "method")
        #expect(task.requiredPrerequisiteKeys == ["k"])
        let plain = TSKSelectorTask(target: target, action: Target.work)
        #expect(plain.name.hasPrefix("TSKTask 0x") && plain.requiredPrerequisiteKeys == [])
    }

    @Test func `main calls the method, and not before, with the task`() {
        let target = Target()
        let task = TSKSelectorTask(target: target, action: Target.work)
        #expect(target.calls.isEmpty)
        task.main()
        #expect(target.calls.count == 1 && target.calls[0] === task)
    }

    @Test func `a target that is gone fails the task instead of leaving it executing`() async {
        let fixture = Fixture()
        let task = TSKSelectorTask(name: "S", target: Target(), action: Target.work)
        #expect(task.target == nil)
        fixture.workflow.add(task, prerequisites: nil)
        fixture.workflow.start()
        await fixture.failed(task)
        #expect(task.error is TSKTargetError)
    }
}
