import TSKCompat

// "Modeling Workflows" of Task.framework's own page, line for line; only `…` is replaced, by a task that the caller makes.

// swift-format-ignore
/// The samples, each of which leaves its workflow to a test.
struct ModelingSamples {
    let make: (String) -> TSKTask

    func empty() -> TSKWorkflow {
        let workflow = TSKWorkflow(name:"Workflow")
        return workflow
    }

    func a() -> TSKWorkflow {
        let workflow = TSKWorkflow("Workflow A")
        let taskA: TSKTask = make("A")
        workflow.add(taskA, prerequisites: nil)
        return workflow
    }

    func aThenB() -> TSKWorkflow {
        let workflow = TSKWorkflow("Workflow A+B")
        let taskA: TSKTask = make("A")
        let taskB: TSKTask = make("B")
        workflow.add(taskA, prerequisites: nil)
        workflow.add(taskB, prerequisites: [taskA])
        return workflow
    }

    func aAndB() -> TSKWorkflow {
        let workflow = TSKWorkflow("Workflow AB")
        let taskA: TSKTask = make("A")
        let taskB: TSKTask = make("B")
        workflow.add(taskA, prerequisites: nil)
        workflow.add(taskB, prerequisites: nil)
        return workflow
    }

    func cAfterBoth() -> TSKWorkflow {
        let workflow = TSKWorkflow("Workflow AB+C")
        let taskA: TSKTask = make("A")
        let taskB: TSKTask = make("B")
        let taskC: TSKTask = make("C")
        workflow.add(taskA, prerequisites: nil)
        workflow.add(taskB, prerequisites: nil)
        workflow.add(taskC, prerequisites: [taskA, taskB])
        return workflow
    }

    func cAfterB() -> TSKWorkflow {
        let workflow = TSKWorkflow("Workflow A(B+C)")
        let taskA: TSKTask = make("A")
        let taskB: TSKTask = make("B")
        let taskC: TSKTask = make("C")
        workflow.add(taskA, prerequisites: nil)
        workflow.add(taskB, prerequisites: nil)
        workflow.add(taskC, prerequisites: [taskB])
        return workflow
    }
}
